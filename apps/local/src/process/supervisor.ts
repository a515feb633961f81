import { EventEmitter } from 'node:events';
import { type Ending, Service, type ServiceSpec } from './service.js';

export interface ProcessEvents {
  /** A process serves, for the first time or again. */
  ready: [name: string];
  exit: [name: string, ending: Ending, expected: boolean];
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
    service.on('exit', (ending, expected) => this.emit('exit', name, ending, expected));
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

  /** Process id of a running process. */
  pid(name: string): number | undefined {
    return this.service(name).pid;
  }

  /** Signal a process; for an ending signal the promise resolves when it is dead (it will be restarted by itself). */
  kill(name: string, signal: NodeJS.Signals = 'SIGKILL'): Promise<void> {
    return this.service(name).kill(signal);
  }

  /** Wait until a process serves; at once when it does. */
  waitReady(name: string, withinMs?: number): Promise<void> {
    return this.service(name).waitReady(withinMs);
  }

  /** Take a process down until `startProcess` (an outage of a length the caller decides). */
  stopProcess(name: string): Promise<void> {
    return this.service(name).stop();
  }

  startProcess(name: string): Promise<void> {
    return this.service(name).start();
  }

  /** Stop a process in good manners and start it again. */
  async restart(name: string): Promise<void> {
    await this.stopProcess(name);
    await this.startProcess(name);
  }
}
