import { PublicBody } from './public-body.js';
import { PublicLists } from './public-lists.js';

/** A clock and a database that counts how often it is asked. */
function aCache() {
  const world = { now: 0, generation: 0, asked: 0 };
  const lists = new PublicLists(
    () => world.generation,
    () => world.now,
  );
  const read = () =>
    lists.read('1 20', () => {
      world.asked++;
      return Promise.resolve(new PublicBody({ answer: world.asked }));
    });
  return { world, lists, read };
}

it('PublicLists asks once for many readers, and not again while nothing changes', async () => {
  const { world, lists, read } = aCache();
  expect(lists.ready('1 20')).toBeNull();
  await Promise.all([read(), read(), read()]);
  world.now = 4_999;
  expect(lists.ready('1 20')).toBe(await read());
  expect(world.asked).toBe(1);
  world.now = 5_001;
  expect(lists.ready('1 20')).toBeNull();
});

it('PublicLists asks at once when a contest changed', async () => {
  const { world, lists, read } = aCache();
  await read();
  world.generation++;
  expect(lists.ready('1 20')).toBeNull();
  await read();
  expect(world.asked).toBe(2);
});

it('PublicLists asks at most once a second while votes come in', async () => {
  const { world, lists, read } = aCache();
  await read();
  for (world.now = 100; world.now < 2_050; world.now += 100) {
    lists.tallyChanged();
    await read();
  }
  expect(world.asked).toBe(3);
});

it('PublicLists does not keep a failure', async () => {
  const { lists, read } = aCache();
  await expect(lists.read('1 20', () => Promise.reject(new Error('away')))).rejects.toThrow('away');
  await expect(read()).resolves.toBeInstanceOf(PublicBody);
});

const body = new PublicBody({ text: 'x'.repeat(3_000) });

it.each([
  ['br, gzip', 'br'],
  ['gzip, deflate, br', 'br'],
  ['gzip', 'gzip'],
  ['br;q=0, gzip;q=0.5', 'gzip'],
  ['identity', null],
  [undefined, null],
])('PublicBody for a client that takes %s chooses %s', (accepted, encoding) =>
  expect(body.encodedFor(accepted).encoding).toBe(encoding),
);

it('PublicBody is compressed once', () =>
  expect(body.encodedFor('br').bytes).toBe(body.encodedFor('br').bytes));

it('PublicBody knows its tag in a list and as a star, and no other', () => {
  expect(body.isKnown(`"other", ${body.etag}`)).toBe(true);
  expect(body.isKnown('*')).toBe(true);
  expect(body.isKnown('"other"')).toBe(false);
  expect(body.isKnown(undefined)).toBe(false);
});
