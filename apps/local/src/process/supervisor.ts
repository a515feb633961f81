import { EventEmitter } from 'node:events';
import { Service, type ServiceSpec } from './service.js';

export interface ProcessEvents {
  /** A process serves, for the first time or again. */
  ready: [name: string];
  exit: [name: string, reason: string];
  restarting: [name: string, delayMs: number, reason: string];
  /** A line that a process wrote. */
  line: [name: string, line: string];
  /** What is done meanwhile, in words. */
  progress: [name: string, text: string];
}

/** The processes of one platform, by name: each is started, kept alive, and stopped. */
export class Supervisor extends EventEmitter<ProcessEvents> {
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
  async launch(spec: ServiceSpec): Promise<void> {
    const { name } = spec;
    const service = new Service(spec);
    service.on('ready', () => this.emit('ready', name));
    service.on('exit', (reason) => this.emit('exit', name, reason));
    service.on('restarting', (delayMs, reason) => this.emit('restarting', name, delayMs, reason));
    service.on('line', (line) => this.emit('line', name, line));
    this.services.set(name, service);
    await service.start();
  }

  /** @throws Error when nothing of that name was started */
  service(name: string): Service {
    const service = this.services.get(name);
    if (!service) throw new Error(`there is no process called ${name}`);
    return service;
  }

  /** Stop every process: group by group, the processes of one group at the same time. Never rejects half-way. */
  async stopAll(groups: string[][]): Promise<void> {
    const others = [...this.services.keys()].filter((name) => !groups.flat().includes(name));
    for (const group of [others, ...groups])
      await Promise.allSettled(group.map((name) => this.services.get(name)?.stop()));
    process.off('exit', this.killAll);
  }
}
