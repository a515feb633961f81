import { spawn, spawnSync } from 'node:child_process';
import { chmodSync, cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** A newcomer: an account without rights, a clean folder, nothing of the clone but the script. */
const NOBODY = 65_534;
const asNobody = process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {};
const folder = mkdtempSync(join(tmpdir(), 'abato-newcomer-'));
chmodSync(folder, 0o755);
const home = join(folder, 'home');
mkdirSync(home);
chmodSync(home, 0o777);
for (const name of ['unpacked-redis.mjs', 'processes.mjs'])
  cpSync(join(dirname(fileURLToPath(import.meta.url)), name), join(folder, name));
writeFileSync(
  join(folder, 'newcomer.mjs'),
  `import { unpackRedis } from './unpacked-redis.mjs';
   console.log(await unpackRedis(${JSON.stringify(join(home, 'redis'))}, console.error));`,
);

// The Node.js that the newcomer has: that of the tests may lie in a folder of another account.
const node = process.env.ABATO_STARTED_WITH ?? process.execPath;
const { stdout, stderr } = spawnSync(node, [join(folder, 'newcomer.mjs')], {
  ...asNobody,
  encoding: 'utf8',
  env: { PATH: process.env.PATH, HOME: home },
});
const program = stdout.trim();
const isThere = program.endsWith('/redis-server');
if (!isThere) process.stderr.write(`no packages of Redis from here, the test is SKIPPED: ${stderr}\n`);

afterAll(() => rmSync(folder, { recursive: true, force: true }));

(isThere ? it : it.skip)(
  'gives an ordinary user a Redis that runs, and leaves nothing beside it',
  async () => {
    // A socket of the file system: a free port may be taken by another test before Redis listens on it.
    const socket = join(home, 'socket');
    const redis = spawn(program, ['--port', '0', '--unixsocket', socket, '--save', ''], {
      ...asNobody,
      cwd: home,
      env: { PATH: '/usr/bin:/bin' },
    });
    try {
      for await (const chunk of redis.stdout) if (/ready to accept connections/i.test(String(chunk))) break;
      const client = connect(socket).setEncoding('utf8');
      client.write('PING\r\n');
      expect((await once(client, 'data'))[0]).toBe('+PONG\r\n');
      client.destroy();
      // The shell has become Redis: a signal ends it.
      const ended = once(redis, 'exit');
      redis.kill('SIGTERM');
      expect(await ended).toEqual([0, null]);
    } finally {
      redis.kill('SIGKILL');
    }
    const { stdout: left } = spawnSync('ls', [home], { encoding: 'utf8' });
    expect(left).toBe('redis\n');
  },
);
