import { once } from 'node:events';
import { mkdtempSync, rmSync, utimesSync } from 'node:fs';
import { createServer, type AddressInfo, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findFreePort, isPortFree, rememberedPort, requireFreePort, reservationOf } from './ports.js';

const servers: Server[] = [];

async function occupy(port = 0, host = '127.0.0.1'): Promise<number> {
  const server = createServer();
  servers.push(server);
  server.listen(port, host);
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

/** Draws for so many ports: from this one on first, then anywhere. */
function thatDraws(port: number, count = 1): () => number {
  const draws = [(port - 20_000 + 0.5) / (12_001 - count)];
  return () => draws.shift() ?? Math.random();
}

afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => new Promise((resolve) => server.close(resolve))));
});

test.each(['127.0.0.1', '0.0.0.0', '::'])('a port taken on %s is not free', async (host) =>
  expect(await isPortFree(await occupy(0, host))).toBe(false),
);

test('ports are drawn from below the range of outgoing connections', async () => {
  const port = await findFreePort();
  expect(port).toBeGreaterThanOrEqual(20_000);
  expect(port).toBeLessThan(32_768);
});

test('neighbours are all free, and a place with a taken neighbour is passed over', async () => {
  const first = await findFreePort(3);
  await occupy(first + 2);
  const found = await findFreePort(3, thatDraws(first + 1, 3));
  expect(found).not.toBe(first + 1);
});

test('a port that was found is not found again before its server listens, also not as a neighbour', async () => {
  const first = await findFreePort(3);
  expect(await findFreePort(1, thatDraws(first))).not.toBe(first);
  expect(await findFreePort(2, thatDraws(first - 1, 2))).not.toBe(first - 1);
});

test('a port whose server never listened is found again after two minutes', async () => {
  const port = await findFreePort();
  const longAgo = Date.now() / 1000 - 121;
  utimesSync(reservationOf(port), longAgo, longAgo);
  expect(await findFreePort(1, thatDraws(port))).toBe(port);
});

test('a place with a reserved neighbour reserves none of its other ports', async () => {
  const last = (await findFreePort(2)) + 1;
  rmSync(reservationOf(last - 1));
  await findFreePort(2, thatDraws(last - 1, 2));
  expect(await findFreePort(1, thatDraws(last - 1))).toBe(last - 1);
});

test('a port is found also where nothing can be noted', async () =>
  expect(await findFreePort(3, Math.random, '/dev/null/notes')).toBeGreaterThan(0));

test('a data folder keeps its ports, and gets another when its own is taken', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'ports-spec-'));
  try {
    const port = await rememberedPort(folder, 'postgres');
    const other = await rememberedPort(folder, 'redis');
    expect(await rememberedPort(folder, 'postgres')).toBe(port);
    await occupy(port);
    const moved = await rememberedPort(folder, 'postgres');
    expect(moved).not.toBe(port);
    expect(await rememberedPort(folder, 'redis')).toBe(other);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test('a taken port is named together with the variable that chooses another', async () => {
  const port = await occupy();
  await expect(requireFreePort(port, 'PORT')).rejects.toThrow(
    new RegExp(`^Port ${port} is already in use.*variable PORT`),
  );
});
