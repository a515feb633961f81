import { GroupCommit } from './group-commit.js';

/** Commits whose writes end when the test says so. */
function controlled(options: Partial<ConstructorParameters<typeof GroupCommit<number, string>>[1]> = {}) {
  const batches: { items: number[]; finish: () => void; fail: (error: Error) => void }[] = [];
  let arrived: (() => void) | undefined;
  const write = (items: number[]) =>
    new Promise<string[]>((resolve, reject) => {
      batches.push({ items, finish: () => resolve(items.map((item) => `ok ${item}`)), fail: reject });
      arrived?.();
    });
  const next = async (count: number) => {
    while (batches.length < count) await new Promise<void>((resolve) => (arrived = resolve));
    return batches[count - 1] as (typeof batches)[number];
  };
  const commits = new GroupCommit(write, { maxBatch: 10, maxWaiting: 100, ...options });
  return { commits, next, batches };
}

it('GroupCommit answers no request before the write is done', async () => {
  const { commits, next } = controlled();
  let answered = false;
  const answer = commits.add(1)?.then(() => (answered = true));
  const batch = await next(1);
  await new Promise((resolve) => setImmediate(resolve));
  expect(answered).toBe(false);
  batch.finish();
  await answer;
  expect(answered).toBe(true);
});

it('GroupCommit puts what arrives during a write into the next one, never two at once', async () => {
  const { commits, next, batches } = controlled();
  const first = commits.add(1);
  (await next(1)).finish();
  const writing = await next(1);
  const rest = [2, 3, 4].map((item) => commits.add(item));
  writing.finish();
  expect(await first).toBe('ok 1');
  const second = await next(2);
  expect(second.items).toEqual([2, 3, 4]);
  expect(batches).toHaveLength(2);
  second.finish();
  expect(await Promise.all(rest)).toEqual(['ok 2', 'ok 3', 'ok 4']);
});

it('GroupCommit keeps batches below their bound', async () => {
  const { commits, next } = controlled({ maxBatch: 3 });
  const answers = [1, 2, 3, 4, 5].map((item) => commits.add(item));
  const first = await next(1);
  expect(first.items).toEqual([1, 2, 3]);
  first.finish();
  (await next(2)).finish();
  expect(await Promise.all(answers)).toHaveLength(5);
});

it('GroupCommit refuses at once when too many wait', async () => {
  const { commits, next } = controlled({ maxBatch: 1, maxWaiting: 2 });
  const accepted = [commits.add(1), commits.add(2)];
  expect(commits.add(3)).toBeNull();
  (await next(1)).finish();
  (await next(2)).finish();
  expect(await Promise.all(accepted)).toEqual(['ok 1', 'ok 2']);
});

it('GroupCommit lets one bad item fail alone', async () => {
  const commits = new GroupCommit<number, number>(
    async (items) => {
      if (items.includes(13)) throw Object.assign(new Error('bad row'), { code: '22P02' });
      return Promise.resolve(items);
    },
    { maxBatch: 10, maxWaiting: 100 },
  );
  const answers = await Promise.allSettled([1, 13, 2].map((item) => commits.add(item)));
  expect(answers.map((answer) => answer.status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
});

it('GroupCommit fails a batch as a whole when no row is at fault: a server that is away is not asked row by row', async () => {
  let writes = 0;
  const commits = new GroupCommit<number, number>(
    () => {
      writes++;
      return Promise.reject(Object.assign(new Error('connection refused'), { code: 'ECONNREFUSED' }));
    },
    { maxBatch: 10, maxWaiting: 100 },
  );
  const answers = await Promise.allSettled([1, 2, 3].map((item) => commits.add(item)));
  expect(answers.map((answer) => answer.status)).toEqual(['rejected', 'rejected', 'rejected']);
  expect(writes).toBe(1);
});

it('GroupCommit goes on after a failed write', async () => {
  const { commits, next } = controlled();
  const failing = commits.add(1);
  (await next(1)).fail(new Error('connection lost'));
  await expect(failing).rejects.toThrow('connection lost');
  const later = commits.add(2);
  (await next(2)).finish();
  expect(await later).toBe('ok 2');
});

it('GroupCommit is drained when everything added is written', async () => {
  const { commits, next } = controlled({ maxBatch: 1 });
  const answers = [commits.add(1), commits.add(2)];
  let drained = false;
  const done = commits.drained().then(() => (drained = true));
  (await next(1)).finish();
  const last = await next(2);
  expect(drained).toBe(false);
  last.finish();
  await Promise.all([done, ...answers]);
  expect(drained).toBe(true);
});

it('GroupCommit prepares the next items while others are being written, and writes them only when prepared', async () => {
  const prepared: { items: number[]; finish: () => void }[] = [];
  let asked: (() => void) | undefined;
  const prepare = (items: number[]) =>
    new Promise<void>((finish) => {
      prepared.push({ items, finish });
      asked?.();
    });
  const asking = async (count: number) => {
    while (prepared.length < count) await new Promise<void>((resolve) => (asked = resolve));
    return prepared[count - 1] as (typeof prepared)[number];
  };
  const { commits, next, batches } = controlled({ maxWaiting: 3, prepare });
  const first = commits.add(1);
  (await asking(1)).finish();
  const writing = await next(1);
  const second = commits.add(2);
  const preparing = await asking(2);
  expect(preparing.items).toEqual([2]);
  const third = commits.add(3);
  writing.finish();
  expect(await first).toBe('ok 1');
  expect(batches).toHaveLength(1);
  preparing.finish();
  expect((await next(2)).items).toEqual([2]);
  // Three prepared or waiting would be too many; the one being written is not among them.
  expect(commits.backlog).toBe(1);
  (await asking(3)).finish();
  batches[1]?.finish();
  expect(await second).toBe('ok 2');
  (await next(3)).finish();
  expect(await third).toBe('ok 3');
  await commits.drained();
  expect(commits.backlog).toBe(0);
});

it('GroupCommit fails what cannot be prepared, counts it no longer, and goes on', async () => {
  let away = true;
  const prepare = () => (away ? Promise.reject(new Error('limits unknown')) : Promise.resolve());
  const written: number[][] = [];
  const commits = new GroupCommit<number, number>(
    (items) => {
      written.push(items);
      return Promise.resolve(items);
    },
    { maxBatch: 10, maxWaiting: 1, prepare },
  );
  await expect(commits.add(1)).rejects.toThrow('limits unknown');
  away = false;
  expect(await commits.add(2)).toBe(2);
  expect(written).toEqual([[2]]);
});

it('GroupCommit prepares again each item of a batch that failed for one of them', async () => {
  const prepared: number[][] = [];
  const commits = new GroupCommit<number, number>(
    async (items) => {
      if (items.includes(13)) throw Object.assign(new Error('bad row'), { code: '23514' });
      return Promise.resolve(items);
    },
    {
      maxBatch: 10,
      maxWaiting: 100,
      prepare: (items) => {
        prepared.push(items);
        return Promise.resolve();
      },
    },
  );
  await Promise.allSettled([1, 13].map((item) => commits.add(item)));
  expect(prepared).toEqual([[1, 13], [1], [13]]);
});
