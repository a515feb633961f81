import { tryEach } from './sweeps.js';

const failing = (done: number[]) => (item: number) => {
  done.push(item);
  return item % 2 ? Promise.reject(new Error(`item ${item}`)) : Promise.resolve();
};

it('tries every item in turn and throws the first failure at the end', async () => {
  const done: number[] = [];
  await expect(tryEach([0, 1, 2, 3, 4], failing(done))).rejects.toThrow('item 1');
  expect(done).toEqual([0, 1, 2, 3, 4]);
});

it('has at most so many items in hand', async () => {
  const ends: (() => void)[] = [];
  const run = tryEach([1, 2, 3], () => new Promise<void>((resolve) => ends.push(resolve)), { atOnce: 2 });
  expect(ends).toHaveLength(2);
  for (let ended = 0; ended < 3; ended++) {
    ends[ended]?.();
    await new Promise(setImmediate);
  }
  await run;
  expect(ends).toHaveLength(3);
});

it('begins no item after a stop', async () => {
  const stop = new AbortController();
  const done: number[] = [];
  await tryEach(
    [0, 2, 4],
    (item) => {
      if (item === 2) stop.abort();
      return failing(done)(item);
    },
    { stopping: stop.signal },
  );
  expect(done).toEqual([0, 2]);
});
