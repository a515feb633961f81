import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { waitFor } from '../support/wait-for.js';

/** Linux keeps one connection more than a server asks for. */
const KEPT = 2;
const LISTENS = `require('node:net').createServer()
  .listen({ host: process.argv[1], port: Number(process.argv[2]), backlog: ${KEPT - 1} }, () => process.send('there'))`;

/** As a machine that was lost: connections to its address are neither taken nor refused. */
export class VanishedServer {
  private constructor(
    private readonly child: ChildProcess,
    private readonly sockets: readonly Socket[],
  ) {}

  static async start(host: string, port: number): Promise<VanishedServer> {
    const child = spawn(process.execPath, ['-e', LISTENS, host, String(port)], {
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    await once(child, 'message');
    child.kill('SIGSTOP');
    await waitFor(() => / T \d/.test(readFileSync(`/proc/${child.pid}/stat`, 'utf8')), {
      what: 'a server to stand still',
    });
    // What the system takes for it is full, and every further connection waits.
    const sockets = Array.from({ length: KEPT }, () => connect(port, host));
    await Promise.all(sockets.map((socket) => once(socket, 'connect')));
    return new VanishedServer(child, sockets);
  }

  async stop(): Promise<void> {
    for (const socket of this.sockets) socket.on('error', () => undefined).destroy();
    const ended = once(this.child, 'exit');
    this.child.kill('SIGKILL');
    await ended;
  }
}
