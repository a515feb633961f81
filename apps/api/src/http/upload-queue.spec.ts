import { Registry } from 'prom-client';
import { UPLOAD_BOUNDS, type UploadBounds, UploadQueue } from './upload-queue.js';

const metrics = new Registry();
beforeEach(() => metrics.clear());

/** An upload that is held until `end` is called. */
function upload(queue: UploadQueue, userId: string) {
  let end = (): void => undefined;
  const state = { isHeld: false };
  const ended = new Promise<void>((resolve) => (end = resolve));
  const result = queue.run(userId, async () => {
    state.isHeld = true;
    await ended;
    return userId;
  });
  result.catch(() => undefined);
  return { state, end, result };
}
const queueOf = (bounds: Partial<UploadBounds> = {}): UploadQueue =>
  new UploadQueue({ ...UPLOAD_BOUNDS, waitMs: 60_000, ...bounds }, metrics);
/** Everything that can start without an upload's end has started. */
const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
const held = (uploads: { state: { isHeld: boolean } }[]): boolean[] =>
  uploads.map(({ state }) => state.isHeld);
const OVERLOADED = { code: 'OVERLOADED', retryAfter: 5 };

it('holds at most four uploads, refuses the 25th, and serves all others in turn', async () => {
  const queue = queueOf();
  const uploads = Array.from({ length: 24 }, (_, index) => upload(queue, `user-${index}`));
  await expect(upload(queue, 'late').result).rejects.toMatchObject(OVERLOADED);
  await settled();
  expect(held(uploads).filter(Boolean)).toHaveLength(4);
  for (const [index, one] of uploads.entries()) {
    one.end();
    await expect(one.result).resolves.toBe(`user-${index}`);
    await settled();
    expect(held(uploads).filter(Boolean)).toHaveLength(Math.min(24, index + 5));
  }
  const next = upload(queue, 'late');
  await settled();
  expect(next.state.isHeld).toBe(true);
  next.end();
  await next.result;
});

it('gives one user a third of the places and half of the memory, so that another user is served at once', async () => {
  const queue = queueOf();
  const many = Array.from({ length: 8 }, () => upload(queue, 'busy'));
  await expect(upload(queue, 'busy').result).rejects.toMatchObject(OVERLOADED);
  const other = upload(queue, 'other');
  await settled();
  expect(held(many)).toEqual([true, true, ...Array<boolean>(6).fill(false)]);
  expect(other.state.isHeld).toBe(true);
  for (const one of [...many, other]) one.end();
  await Promise.all([...many, other].map(({ result }) => result));
});

it('refuses an upload that waited too long, never runs it, and gives its place away', async () => {
  const queue = queueOf({ held: 1, places: 2, waitMs: 20 });
  const first = upload(queue, 'a');
  const second = upload(queue, 'b');
  await expect(second.result).rejects.toMatchObject(OVERLOADED);
  const third = upload(queue, 'c');
  first.end();
  third.end();
  await expect(third.result).resolves.toBe('c');
  expect(second.state.isHeld).toBe(false);
});

it('frees the place of an upload that failed', async () => {
  const queue = queueOf({ held: 1, places: 1 });
  const fail = () => queue.run('a', () => Promise.reject(new Error('broken')));
  await expect(fail()).rejects.toThrow('broken');
  await expect(fail()).rejects.toThrow('broken');
});

it('gives a user the place of each upload that ended, also while another one of the same user is in hand', async () => {
  const queue = queueOf({ placesPerUser: 2 });
  const long = upload(queue, 'a');
  for (let nr = 0; nr < 3; nr++) {
    const short = upload(queue, 'a');
    short.end();
    await expect(short.result).resolves.toBe('a');
  }
  long.end();
  await expect(long.result).resolves.toBe('a');
});

it('shows what it holds, what waits and what it refused', async () => {
  const queue = queueOf({ held: 1, places: 2 });
  const uploads = [upload(queue, 'a'), upload(queue, 'b')];
  await expect(upload(queue, 'c').result).rejects.toMatchObject(OVERLOADED);
  await settled();
  const text = await metrics.metrics();
  expect(text).toContain('abato_uploads{state="held"} 1');
  expect(text).toContain('abato_uploads{state="waiting"} 1');
  expect(text).toContain('abato_uploads_refused_total 1');
  for (const one of uploads) one.end();
  await Promise.all(uploads.map(({ result }) => result));
});
