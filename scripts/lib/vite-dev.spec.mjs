import { execFileSync, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const program = (name) => join(import.meta.dirname, name);

async function freePort() {
  const server = createServer().listen(0);
  await once(server, 'listening');
  const { port } = server.address();
  server.close();
  await once(server, 'close');
  return port;
}

it('the web server of `npm run dev` serves the verifier as the build writes it, beside the web app', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'abato-dev-'));
  const port = await freePort();
  const child = fork(program('vite-dev.mjs'), {
    env: { ...process.env, PORT: String(port), API_URL: 'http://127.0.0.1:9' },
  });
  try {
    await once(child, 'message');
    const read = async (path) => (await fetch(`http://localhost:${port}${path}`)).text();
    const built = join(folder, 'verifier.html');
    execFileSync(process.execPath, [program('verifier-page.mjs'), built]);
    expect(await read('/verifier.html')).toBe(readFileSync(built, 'utf8'));
    expect(await read('/')).toContain('/@vite/client');
  } finally {
    child.kill('SIGTERM');
    await once(child, 'close');
    rmSync(folder, { recursive: true });
  }
});
