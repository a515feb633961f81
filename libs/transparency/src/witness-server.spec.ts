import { writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { NoteKey } from '@abato/platform';
import { hashesOf, ORIGIN, otherSigner, signer } from '../test/log-folder.js';
import { WITNESS, WitnessedSite } from '../test/witnessed-site.js';
import { isCosigned, readCosignature } from './cosignature.js';
import { consistencyProof, leafHash, rootOf } from './merkle.js';

const site = new WitnessedSite();

let server: ReturnType<typeof site.launch>;
let submission: string;
let key: NoteKey;

beforeEach(async () => {
  key = await site.makeKey();
  const log = signer.verifierKey('vote.example/log/0');
  server = site.launch(site.recordSteps(), WITNESS, 'serve', '--port', '0', '--log-key', log);
  const [, port] = /port (\d+)/.exec(await server.said('stdout', /port \d+/)) ?? [];
  submission = `http://127.0.0.1:${port}/add-checkpoint`;
});
afterEach(() => server.stop());

const leaves = (size: number, history = 'a') =>
  Array.from({ length: size }, (_, nr) => leafHash(Buffer.from(`${history} ${nr}`)));
async function submit(
  old: number,
  size: number,
  { history = 'a', by = signer, origin = ORIGIN, proof = old > 0 && old <= size } = {},
) {
  const all = leaves(size, history);
  const hashes = proof ? await consistencyProof(hashesOf(all), old, size) : [];
  const lines = hashes.map((hash) => hash.toString('base64'));
  const note = by.sign(origin, { size, root: rootOf(all) });
  const body = [`old ${old}`, ...lines, '', note].join('\n');
  const answer = await fetch(submission, { method: 'POST', body });
  return {
    note,
    status: answer.status,
    type: answer.headers.get('content-type'),
    text: await answer.text(),
  };
}

it('a witness that logs send their checkpoints to cosigns what continues what it saw, which the product accepts and the one that fetches goes on from', async () => {
  let old = 0;
  for (const size of [1, 2, 300, 300, 512, 513]) {
    const { note, status, text } = await submit(old, size);
    expect([size, status, text.split('\n')]).toEqual([size, 200, [expect.any(String), '']]);
    const read = readCosignature(text.trim());
    expect(read?.name).toBe('auditor.example');
    expect(read && isCosigned(note, read, key)).toBe(true);
    old = size;
  }
  await server.stop();
  site.show(700);
  expect(await site.run(site.address)).toMatchObject({
    code: 0,
    out: expect.stringContaining('700 entries, after 513'),
  });
  writeFileSync(join(site.folder, 'witness.json'), site.state.replace(/,\s*"peaks": \[[^\]]*\]/, ''));
  site.show(800, 'b');
  await site.expectRefused('700 entries that were seen', site.address);
});

it('a witness that logs send their checkpoints to cosigns the first checkpoint of a log without entries, and what follows it', async () => {
  for (const size of [0, 0, 3]) expect([size, (await submit(0, size)).status]).toEqual([size, 200]);
});

it('a witness that logs send their checkpoints to has what it saw on the disk before it answers', async () => {
  expect((await submit(0, 3)).status).toBe(200);
  expect(site.steps).toEqual(['sync witness.json.new', 'rename', `sync ${basename(site.folder)}`, 'answer']);
});

it('a witness that logs send their checkpoints to takes checkpoints that come at once one after the other, and forgets none', async () => {
  const origins = Array.from({ length: 20 }, (_, nr) => `vote.example/log/${nr}`);
  const answers = await Promise.all(origins.map((origin) => submit(0, 3, { origin })));
  expect(answers.map(({ status }) => status)).toEqual(origins.map(() => 200));
  expect(Object.keys(JSON.parse(site.state) as object).sort()).toEqual(origins.sort());
  const steps = site.steps.filter((step) => step !== 'answer').join();
  expect(steps).toBe(origins.map(() => `sync witness.json.new,rename,sync ${basename(site.folder)}`).join());
});

it('a witness that logs send their checkpoints to refuses what the document says, and cosigns none of it', async () => {
  expect((await submit(0, 300)).status).toBe(200);
  const before = site.state;
  for (const origin of ['other.example/log/1', 'note.example/log/1'])
    expect((await submit(0, 301, { origin })).status).toBe(404);
  expect((await submit(300, 301, { by: otherSigner })).status).toBe(403);
  expect((await submit(302, 301)).status).toBe(400);
  expect(await submit(299, 301)).toMatchObject({ status: 409, type: 'text/x.tlog.size', text: '300\n' });
  expect((await submit(0, 301)).status).toBe(409);
  expect((await submit(300, 301, { proof: false })).status).toBe(422);
  expect((await submit(300, 301, { history: 'b' })).status).toBe(422);
  expect(site.evidence).toEqual([]);
  expect((await submit(300, 300, { history: 'b' })).status).toBe(409);
  expect(site.evidence).toEqual([expect.stringContaining('\n300\n')]);
  const send = async (body: string) => (await fetch(submission, { method: 'POST', body })).status;
  expect(await send('old x\n\nnote')).toBe(400);
  expect(await send('x'.repeat(40_000))).toBe(413);
  expect((await fetch(submission)).status).toBe(404);
  expect(site.state).toBe(before);
});
