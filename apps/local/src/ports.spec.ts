import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type AddressInfo, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findFreePort, isPortFree, rememberedPort, requireFreePort } from './ports.js';

const servers: Server[] = [];

async function occupy(port = 0, host = '127.0.0.1'): Promise<number> {
  const server = createServer();
  servers.push(server);
  server.listen(port, host);
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => new Promise((resolve) => server.close(resolve))));
});

test.each(['127.0.0.1', '0.0.0.0', '::'])('a port taken on %s is not free', async (host) => {
  expect(await isPortFree(await occupy(0, host))).toBe(false);
});

test('ports are drawn from below the range of outgoing connections', async () => {
  const port = await findFreePort();
  expect(port).toBeGreaterThanOrEqual(20_000);
  expect(port).toBeLessThan(32_768);
});

test('neighbours are all free, and a place with a taken neighbour is passed over', async () => {
  const first = await findFreePort(3);
  await occupy(first + 2);
  const draws = [(first - 20_000) / 12_000, 0.5];
  const found = await findFreePort(3, () => draws.shift() ?? Math.random());
  expect(found).not.toBe(first);
});

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
