import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * In which order a Redis is looked for. The package manager is a script that keeps its calls, so that no test installs anything; the real one
 * is asked in unpacked-redis.spec.mjs.
 */
const NOBODY = 65_534;
const isRoot = process.getuid?.() === 0;
const SCRIPTS = ['system', 'unpacked-redis', 'processes', 'lock', 'output', 'paths'];
/** The Node.js of a person without rights: that of the tests may be in a folder of another account. */
const node = process.env.ABATO_STARTED_WITH ?? process.execPath;

let folder;
let bin;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'abato-system-'));
  bin = join(folder, 'bin');
  const lib = join(folder, 'scripts', 'lib');
  for (const path of [lib, bin]) mkdirSync(path, { recursive: true });
  for (const path of [folder, bin]) chmodSync(path, 0o777);
  for (const name of SCRIPTS)
    cpSync(join(dirname(fileURLToPath(import.meta.url)), `${name}.mjs`), join(lib, `${name}.mjs`));
  writeFileSync(
    join(lib, 'newcomer.mjs'),
    `import { ensureRedis } from './system.mjs';
     process.exitCode = await ensureRedis({}).then((found) => { console.error(found); return 0; }, (error) => { console.error(error.message); return 1; });`,
  );
  program(
    'apt-get',
    `echo "$*" >> '${folder}/calls'; chmod 666 '${folder}/calls' 2>/dev/null
case "$*" in
  --version) ;;
  *--print-uris*) echo "'http://packages/redis-server_7_amd64.deb' redis-server_7_amd64.deb 1 SHA256:00" ;;
  *' download '*) [ ! -e '${folder}/offline' ] && : > redis-server_7_amd64.deb ;;
  *update*) [ ! -e '${folder}/offline' ] || case "$*" in *Dir::State::Lists*) exit 1 ;; esac ;;
  *) printf '#!/bin/sh\\n' > '${bin}/redis-server'; chmod 755 '${bin}/redis-server' ;;
esac`,
  );
  program(
    'dpkg-deb',
    `[ "$1" = --version ] || { mkdir -p "$3/usr/bin"; printf '#!/bin/sh\\n' > "$3/usr/bin/redis-server"; chmod 755 "$3/usr/bin/redis-server"; }`,
  );
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** A shell script on the newcomer's PATH, which has nothing else. */
function program(name, body) {
  writeFileSync(join(bin, name), `#!/bin/sh\nPATH=/usr/bin:/bin\n${body}\n`);
  chmodSync(join(bin, name), 0o755);
}

/** @returns what was found or said, and the calls of the package manager that change the system */
function ensureRedis({ asRoot = false } = {}) {
  const account = isRoot && !asRoot ? { uid: NOBODY, gid: NOBODY } : {};
  const { status, stderr } = spawnSync(node, [join(folder, 'scripts', 'lib', 'newcomer.mjs')], {
    ...account,
    encoding: 'utf8',
    env: { PATH: bin, HOME: folder },
  });
  const log = join(folder, 'calls');
  const calls = existsSync(log) ? readFileSync(log, 'utf8').trim().split('\n') : [];
  const changes = calls.filter(
    (call) => !/--version|--print-uris| download |Dir::State::Lists/.test(call) && call !== '',
  );
  return { status, found: stderr.trim(), calls, changes };
}

const unpacked = () => join(folder, '.cache', 'redis', 'redis-server');
const offline = () => writeFileSync(join(folder, 'offline'), '');

it('takes the Redis that is on PATH and asks for no package', () => {
  program('redis-server', 'exit 0');
  expect(ensureRedis()).toEqual({ status: 0, found: join(bin, 'redis-server'), calls: [], changes: [] });
});

it('unpacks a Redis for an ordinary user when none is on PATH', () =>
  expect(ensureRedis()).toMatchObject({ status: 0, found: unpacked(), changes: [] }));

it('says what to do when an ordinary user can get no packages', () => {
  offline();
  const { status, found, changes } = ensureRedis();
  expect({ status, changes }).toEqual({ status: 1, changes: [] });
  expect(found).toContain('Redis is missing and cannot be installed from here');
});

// The two accounts differ only where the tests run as root.
(isRoot ? describe : describe.skip)('as root', () => {
  it('unpacks a Redis and leaves the system as it is', () =>
    expect(ensureRedis({ asRoot: true })).toMatchObject({ status: 0, found: unpacked(), changes: [] }));

  it('installs one only when none can be unpacked', () => {
    offline();
    const { status, found, changes } = ensureRedis({ asRoot: true });
    expect({ status, found }).toEqual({ status: 0, found: join(bin, 'redis-server') });
    expect(changes.at(-1)).toMatch(/install -q -y --no-install-recommends redis-server$/);
  });
});
