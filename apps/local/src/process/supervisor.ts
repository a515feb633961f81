import { EventEmitter } from 'node:events';
import { type Ending, Service, type ServiceSpec } from './service.js';

interface SupervisorEvents {
  ready: [name: string];
  exit: [name: string, ending: Ending, expected: boolean];
  restarting: [name: string, delayMs: number, reason: string];
  line: [name: string, line: string];
}

/** All processes of one platform: started one after the other, stopped in the opposite order, each kept alive meanwhile. */
export class Supervisor extends EventEmitter<SupervisorEvents> {
  private readonly services = new Map<string, Service>();
  private readonly killAll = (): void => {
    for (const service of this.services.values()) service.killNow();
  };

  constructor() {
    super();
    this.setMaxListeners(100);
    // The last resort: whatever ends this process, short of kill -9, takes the children along.
    process.on('exit', this.killAll);
  }

  /** Start a process and wait until it serves. @throws Problem when it does not */
  async start(spec: ServiceSpec): Promise<Service> {
    const service = new Service(spec);
    service.on('ready', () => this.emit('ready', spec.name));
    service.on('exit', (ending, expected) => this.emit('exit', spec.name, ending, expected));
    service.on('restarting', (delayMs, reason) => this.emit('restarting', spec.name, delayMs, reason));
    service.on('line', (line) => this.emit('line', spec.name, line));
    this.services.set(spec.name, service);
    await service.start();
    return service;
  }

  /** @throws Error when nothing of that name was started */
  service(name: string): Service {
    const service = this.services.get(name);
    if (!service) throw new Error(`there is no process called ${name}`);
    return service;
  }

  has(name: string): boolean {
    return this.services.has(name);
  }

  /** Stop every process: group by group, the processes of one group at the same time. Never rejects half-way. */
  async stop(groups: string[][]): Promise<void> {
    const named = new Set(groups.flat());
    const others = [...this.services.keys()].filter((name) => !named.has(name));
    for (const group of [others, ...groups]) {
      await Promise.allSettled(group.map((name) => this.services.get(name)?.stop()));
    }
    process.off('exit', this.killAll);
  }
}
