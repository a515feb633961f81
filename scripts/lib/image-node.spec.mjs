import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { imageNodeVersion, wantsImageNode } from './image-node.mjs';
import { ROOT } from './paths.mjs';

const MAJOR = imageNodeVersion().split('.')[0];
const folder = mkdtempSync(join(tmpdir(), 'abato-image-node-'));
afterAll(() => rmSync(folder, { recursive: true }));

test('the version is the one that the Dockerfile says', () =>
  expect(imageNodeVersion('# base\nARG NODE_VERSION=31.4.1\nFROM node')).toBe('31.4.1'));

test.each([
  ['an older major version', {}, '20.19.0', true],
  ['a newer major version', {}, '99.0.0', true],
  ['the same major version', {}, `${MAJOR}.0.1`, false],
  ['an older one that the person asked for', { ABATO_TEST_NODE: 'own' }, '20.19.0', false],
  ['the second run, whatever its version', { ABATO_STARTED_WITH: '/usr/bin/node' }, '20.19.0', false],
])('tests go on with the Node.js of the images from %s: %s, %s', (_, env, version, expected) =>
  expect(wantsImageNode(env, version)).toBe(expected),
);

/** A first run, which starts `script` again and ends with its exit code. */
function start(name, script) {
  const again = join(folder, `${name}.mjs`);
  const first = join(folder, `${name}-first.mjs`);
  const module = pathToFileURL(join(ROOT, 'scripts', 'lib', 'image-node.mjs')).href;
  writeFileSync(
    again,
    `import { runWithImageNode } from ${JSON.stringify(module)};
     if (await runWithImageNode()) throw new Error('a third run');
     ${script}`,
  );
  writeFileSync(
    first,
    `import { runAgain } from ${JSON.stringify(module)};
     process.exit(await runAgain(process.execPath, [${JSON.stringify(again)}, 'an argument']));`,
  );
  return spawn(process.execPath, [first], { stdio: ['ignore', 'pipe', 'inherit'] });
}

test('the second run has the same arguments, knows what started it, and its exit code is that of the first, and it ends by itself', async () => {
  const first = start(
    'ends',
    `process.stdout.write(process.argv[2] + ' ' + process.env.ABATO_STARTED_WITH); process.exitCode = 7;`,
  );
  let said = '';
  first.stdout.setEncoding('utf8').on('data', (text) => (said += text));
  expect(await once(first, 'close')).toEqual([7, null]);
  expect(said).toBe(`an argument ${process.execPath}`);
});

test('a signal to the first run reaches the second one', async () => {
  const first = start(
    'waits',
    `process.on('SIGTERM', () => process.exit(9)); setInterval(() => {}, 60_000); console.log('ready');`,
  );
  await once(first.stdout, 'data');
  first.kill('SIGTERM');
  expect(await once(first, 'close')).toEqual([9, null]);
});

test('the second run gets SIGHUP when the first one was killed', async () => {
  const first = start(
    'left',
    `process.on('SIGHUP', () => { console.log('left'); process.exit(); }); setInterval(() => {}, 60_000); console.log('ready');`,
  );
  await once(first.stdout, 'data');
  const said = once(first.stdout, 'data');
  first.kill('SIGKILL');
  expect(String((await said)[0])).toBe('left\n');
});
