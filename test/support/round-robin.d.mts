import type { IncomingMessage } from 'node:http';

export class RoundRobin {
  listen(port?: number): Promise<number>;
  add(port: number): void;
  remove(port: number): void;
  close(): void;
  protected portFor(incoming: IncomingMessage): number | undefined;
}
