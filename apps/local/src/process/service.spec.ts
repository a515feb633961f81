import { Backoff } from './service.js';

test('waits grow from 0.2 s to 5 s and no further', () => {
  const backoff = new Backoff();
  expect(Array.from({ length: 7 }, () => backoff.next())).toEqual([200, 400, 800, 1600, 3200, 5000, 5000]);
});

test('a process that served well before it died is started again quickly, one that dies at once is not', () => {
  let now = 0;
  const backoff = new Backoff(() => now);
  for (let death = 0; death < 5; death++) backoff.next();
  backoff.began();
  now += 1_000;
  backoff.ended();
  expect(backoff.next()).toBe(5000);
  backoff.began();
  now += 10_000;
  backoff.ended();
  expect(backoff.next()).toBe(200);
});
