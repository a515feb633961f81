import { jest } from '@jest/globals';
import { WakeUps } from './queues.js';

const sent: string[] = [];
let wakeUps: WakeUps;

beforeEach(() => {
  jest.useFakeTimers();
  sent.length = 0;
  wakeUps = new WakeUps((contestId) => sent.push(contestId), 20);
});
afterEach(() => jest.useRealTimers());

it('WakeUps sends the first at once, so that a lone vote moves its board at once', () => {
  wakeUps.wake('a');
  expect(sent).toEqual(['a']);
});

it('WakeUps sends one more for all that came meanwhile: the last batch is never left waiting', () => {
  for (let i = 0; i < 100; i++) wakeUps.wake('a');
  jest.advanceTimersByTime(20);
  expect(sent).toEqual(['a', 'a']);
  jest.advanceTimersByTime(1_000);
  expect(sent).toEqual(['a', 'a']);
});

it('WakeUps keeps contests apart', () => {
  wakeUps.wake('a');
  wakeUps.wake('b');
  expect(sent).toEqual(['a', 'b']);
});

it('WakeUps sends what waits when the process ends', () => {
  wakeUps.wake('a');
  wakeUps.wake('a');
  wakeUps.flush();
  expect(sent).toEqual(['a', 'a']);
  jest.advanceTimersByTime(1_000);
  expect(sent).toEqual(['a', 'a']);
});
