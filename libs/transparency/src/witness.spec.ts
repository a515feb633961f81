import { writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { ORIGIN, otherSigner, signer } from '../test/log-folder.js';
import { WITNESS, WitnessedSite } from '../test/witnessed-site.js';
import { isCosigned, readCosignature } from './cosignature.js';
import { leafHash } from './merkle.js';

const site = new WitnessedSite();

it('a witness, written from the documents alone, cosigns every step of a growing log, and the product accepts each cosignature of that step alone', async () => {
  const key = await site.makeKey();
  const notes = [];
  for (const size of [0, 255, 300, 66_000]) {
    const note = site.show(size);
    expect(await site.run(site.address)).toMatchObject({ code: 0, err: '' });
    notes.push({ size, note });
  }
  expect(site.sent.map(({ size }) => size)).toEqual(notes.map(({ size }) => size));
  for (const [nr, { cosignature }] of site.sent.entries()) {
    const read = readCosignature(cosignature);
    if (!read) throw new Error(cosignature);
    expect([read.name, read.id]).toEqual(['auditor.example', key.id]);
    expect(isCosigned(notes[nr]?.note ?? '', read, key)).toBe(true);
    expect(isCosigned(notes[nr]?.note ?? '', { ...read, time: read.time + 1 }, key)).toBe(false);
    if (notes[nr + 1]) expect(isCosigned(notes[nr + 1]?.note ?? '', read, key)).toBe(false);
  }
});

it('a witness, written from the documents alone, refuses another history, also of the same size; it keeps each pair of checkpoints, and forgets nothing of what it saw', async () => {
  await site.makeKey();
  const seen = site.show(300);
  await site.run(site.address);
  const before = site.state;
  const pairs: string[] = [];
  for (const [size, history] of [
    [300, 'b'],
    [300, 'c'],
    [700, 'b'],
    [300, 'b'],
  ] as const) {
    const note = site.show(size, history);
    await site.expectRefused('does not continue the 300 entries', site.address, '--every', '1');
    pairs.push(`${seen}\n\n${note}`);
    expect(site.evidence.toSorted()).toEqual([...new Set(pairs)].toSorted());
    expect(site.state).toBe(before);
  }
  const second = site.show(300, 'a', signer, 'vote.example/log/2');
  await site.run(site.address.replace('/log/1', '/log/2'));
  const fork = site.show(300, 'b', signer, 'vote.example/log/2');
  await site.run(site.address.replace('/log/1', '/log/2'));
  expect(site.evidence).toContain(`${second}\n\n${fork}`);
  expect(site.evidence).toHaveLength(4);
  expect(site.sent).toHaveLength(2);
  site.show(301);
  expect((await site.run(site.address)).code).toBe(0);
});

it('a witness, written from the documents alone, takes an older checkpoint and what is no file of a log for a failure to read, which it tries again, and not for another history', async () => {
  await site.makeKey();
  site.show(300);
  await site.run(site.address);
  const before = site.state;
  const tile = 'tile/0/001.p/45';
  const failures: [string, () => unknown][] = [
    ['shows 299 entries and had 300', () => site.show(299)],
    ['shows 0 entries and had 300', () => site.show(0)],
    ['the checkpoint has no signatures', () => site.shown.set('checkpoint', '<html>\n</html>')],
    [`${tile} breaks off`, () => site.broken.add(tile)],
    [`${tile} has 6 bytes`, () => site.shown.set(tile, '<html>')],
  ];
  for (const [reason, spoil] of failures) {
    site.broken.clear();
    site.show(301);
    spoil();
    const failed = await site.run(site.address);
    expect(failed).toMatchObject({ code: 1, err: expect.stringContaining(reason) });
    // Only a contradiction is a reason to end a witness that looks again and again.
    expect(failed.err).not.toMatch(/FAILED|TypeError/);
    expect([site.evidence, site.state]).toEqual([[], before]);
  }
  expect(site.sent).toHaveLength(1);
  site.shown.delete(tile);
  expect((await site.run(site.address)).out).toContain('301 entries, after 300');
});

it('a witness, written from the documents alone, looks again after a failure to read when it is told to, and cosigns what it can read then', async () => {
  await site.makeKey();
  site.show(300);
  site.broken.add('checkpoint');
  const running = site.launch(WITNESS, site.address, '--every', '1');
  try {
    await running.said('stderr', /checkpoint breaks off/);
    site.broken.clear();
    await running.said('stdout', /300 entries, seen for the first time/);
    site.show(301);
    await running.said('stdout', /301 entries, after 300/);
  } finally {
    expect(await running.stop()).toBe(0);
  }
  expect(site.sent.map(({ size }) => size)).toEqual(expect.arrayContaining([300, 301]));
});

it('a witness, written from the documents alone, reads a few hundred hashes for any number of new entries', async () => {
  await site.makeKey();
  site.show(300);
  await site.run(site.address);
  site.asked = [];
  site.show(131_000);
  expect((await site.run(site.address)).out).toContain('131000 entries, after 300');
  const widths = site.asked
    .filter((path) => path.startsWith('tile/'))
    .map((path) => Number(/\.p\/(\d+)$/.exec(path)?.[1] ?? 256));
  expect(widths.length).toBeGreaterThan(2);
  expect(widths.reduce((sum, width) => sum + width, 0)).toBeLessThan(2_000);
});

it('a witness, written from the documents alone, refuses a log of another name at an address that it knows, also with a state of an earlier release', async () => {
  await site.makeKey();
  const seen = site.show(300);
  await site.run(site.address);
  const before = site.state;
  const { [ORIGIN]: one } = JSON.parse(before) as Record<string, object>;
  for (const known of [before, JSON.stringify({ [ORIGIN]: { ...one, places: undefined } })]) {
    writeFileSync(join(site.folder, 'witness.json'), known);
    const note = site.show(300, 'b', otherSigner, 'other.example/log/1');
    await site.expectRefused(`has the log other.example/log/1 and had ${ORIGIN}`, `${site.address}/`);
    expect(site.evidence).toEqual([`${seen}\n\n${note}`]);
    expect(site.state).toBe(known);
  }
  expect(site.sent).toHaveLength(1);
});

it('a witness, written from the documents alone, goes on with a log that has moved when it is told so, if key and history are those that it knows', async () => {
  await site.makeKey();
  site.show(300);
  await site.run(site.address);
  const moved = ['--moved', ORIGIN];
  site.show(301, 'a', otherSigner, 'new.example/log/1');
  expect((await site.run(site.address, ...moved)).err).toContain('has another key');
  site.show(301, 'b', signer, 'new.example/log/1');
  await site.expectRefused('does not continue', site.address, ...moved);
  expect(site.sent).toHaveLength(1);
  site.show(301, 'a', signer, 'new.example/log/1');
  for (const args of [moved, moved, []])
    expect(await site.run(site.address, ...args)).toMatchObject({ code: 0, err: '' });
  expect(Object.keys(JSON.parse(site.state) as object)).toEqual(['new.example/log/1']);
  site.show(302);
  expect((await site.run(site.address)).err).toContain(`has the log ${ORIGIN} and had new.example/log/1`);
  expect((await site.run(site.address, '--moved', 'x.example/log/1')).err).toContain('nothing was seen of');
  expect((await site.run(site.address, site.address, ...moved)).err).toContain('one log');
});

it('a witness, written from the documents alone, reads a log at an address that is not its own when it is told the name', async () => {
  await site.makeKey();
  site.show(1);
  expect((await site.run(site.address, '--origin', 'other.example/log/1')).err).toContain(
    'that of another log',
  );
  expect((await site.run(site.address, '--origin', ORIGIN)).code).toBe(0);
});

it('a witness, written from the documents alone, has its state and the name of its file on the disk before the cosignature leaves', async () => {
  await site.makeKey();
  site.show(1);
  expect((await site.node(site.recordSteps(), WITNESS, site.address)).code).toBe(0);
  expect(site.steps).toEqual(['sync witness.json.new', 'rename', `sync ${basename(site.folder)}`, 'POST']);
});

it('a witness, written from the documents alone, refuses a root that the tiles do not lead to, a checkpoint of another key or log, and a state that was changed', async () => {
  await site.makeKey();
  site.show(300);
  await site.run(site.address);
  site.show(301, 'a', otherSigner);
  expect((await site.run(site.address)).err).toContain('not signed by this key');
  site.shown.set('checkpoint', signer.sign(ORIGIN, { size: 301, root: leafHash(Buffer.of(1)) }));
  expect((await site.run(site.address)).err).toContain('does not continue');
  site.shown.set(
    'checkpoint',
    signer.sign('vote.example/log/2', { size: 301, root: leafHash(Buffer.of(1)) }),
  );
  expect((await site.run(site.address)).err).toContain('that of another log');
  site.shown.delete('checkpoint');
  expect((await site.run(site.address)).err).toContain('answers 404');
  site.show(301);
  writeFileSync(join(site.folder, 'witness.json'), site.state.replace('"size": 300', '"size": 299'));
  expect((await site.run(site.address)).err).toContain('state of this witness is damaged');
  expect(site.sent).toHaveLength(1);
});

it('a witness, written from the documents alone, makes a key once, keeps it from others, and shares its state with no second process', async () => {
  await site.makeKey();
  expect((await site.run('key', 'auditor.example')).err).toContain('is not written');
  expect((await site.run('key', 'two words', '--key', 'other')).err).toContain('no spaces');
  site.show(1);
  writeFileSync(join(site.folder, 'witness.json.lock'), String(process.pid));
  await site.expectRefused('uses witness.json', site.address);
  writeFileSync(join(site.folder, 'witness.json.lock'), '999999999');
  expect((await site.run(site.address)).code).toBe(0);
  expect(site.sent).toHaveLength(1);
});
