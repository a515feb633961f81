import { closeSync, mkdirSync, openSync, rmSync, statSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readJson, writeFileAtomically } from './files.js';
import { Problem } from './problem.js';

/**
 * Ports for our own servers are drawn from below every system's range for outgoing connections (Linux begins at 32,768). Inside
 * that range a client that retries while its server is down can be given the server's own port and connect to itself, and
 * the server can then not come back.
 */
const LOWEST = 20_000;
const HIGHEST = 31_999;
const TRIES = 200;

/** A port that was found is noted here, because its server does not listen yet: other starts of this account then choose another. */
const NOTES = join(tmpdir(), `abato-ports-${process.getuid?.() ?? 'all'}`);
/** Longer than a server takes until it listens, on a machine that is busy. */
const RESERVED_MS = 120_000;

/** True when nothing listens on the port, on this host only or on all interfaces. */
export async function isPortFree(port: number): Promise<boolean> {
  return (
    (await canListen(port, '127.0.0.1')) &&
    (await canListen(port, '0.0.0.0')) &&
    (await canListen(port, '::'))
  );
}

function canListen(port: number, host: string): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', (error: NodeJS.ErrnoException) =>
      resolve(error.code !== 'EADDRINUSE' && error.code !== 'EACCES'),
    );
    probe.listen({ port, host, exclusive: true }, () => probe.close(() => resolve(true)));
  });
}

/**
 * A random free port such that the `count` ports from it on are all free. They are reserved for two minutes: no other call, in this
 * process or in another one of the same account, finds one of them meanwhile.
 * @param notes folder of the reservations; where it cannot be written, ports are only looked at
 * @throws Error when 200 draws meet no such port
 */
export async function findFreePort(
  count = 1,
  random: () => number = Math.random,
  notes = NOTES,
): Promise<number> {
  for (let attempt = 0; attempt < TRIES; attempt++) {
    const first = LOWEST + Math.floor(random() * (HIGHEST - LOWEST + 2 - count));
    const free = await Promise.all(Array.from({ length: count }, (_, index) => isPortFree(first + index)));
    if (free.every(Boolean) && reserve(first, count, notes)) return first;
  }
  throw new Error(`no free port between ${LOWEST} and ${HIGHEST}`);
}

/** @returns false, and nothing is reserved, when one of the ports is already */
function reserve(first: number, count: number, notes: string): boolean {
  const noted: string[] = [];
  for (let port = first; port < first + count; port++) {
    const path = reservationOf(port, notes);
    try {
      mkdirSync(notes, { recursive: true });
      const found = statSync(path, { throwIfNoEntry: false });
      if (found && Date.now() - found.mtimeMs > RESERVED_MS) rmSync(path, { force: true });
      closeSync(openSync(path, 'wx'));
      noted.push(path);
    } catch (error) {
      // Where nothing can be noted, a port that is free has to do.
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') continue;
      for (const one of noted) rmSync(one, { force: true });
      return false;
    }
  }
  return true;
}

/** The file that reserves a port. */
export function reservationOf(port: number, notes = NOTES): string {
  return join(notes, String(port));
}

/** The port a data folder's server had last time if it is free, else a new one, remembered for the next time. */
export async function rememberedPort(dataDir: string, name: string): Promise<number> {
  const path = join(dataDir, 'ports.json');
  const ports = readJson<Record<string, number>>(path) ?? {};
  const last = ports[name];
  if (last !== undefined && (await isPortFree(last))) return last;
  const port = await findFreePort();
  writeFileAtomically(path, JSON.stringify({ ...readJson<Record<string, number>>(path), [name]: port }));
  return port;
}

/** @throws Problem naming the port and the variable that chooses another */
export async function requireFreePort(port: number, variable: string, offset = 0): Promise<void> {
  if (await isPortFree(port)) return;
  const why = offset ? ` (${variable} + ${offset})` : '';
  throw new Problem(
    `Port ${port}${why} is already in use: stop the program that uses it, or choose another with the variable ${variable}, for example \`${variable}=${port + 1000} npm start\`.`,
  );
}
