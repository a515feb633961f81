import { FIGURES } from './figures.js';
import { type Door, type Opening, opening } from './opening.js';

const { admissionsPerCore, answersPerCore, cpuTarget, pagesPerCore, pollSeconds } = FIGURES;
const USUAL: Opening = {
  viewers: 60_000,
  seconds: 60,
  contests: 1,
  socketsPerProcess: 6_000,
  cachePlaces: null,
  cacheSeconds: 1,
};
const pod = (name: string, count: number) => ({ name, count, connections: 0, why: '' });
const ROLES = [pod('cast', 5), pod('live', 20), pod('web', 2), pod('worker', 3)];
const of = (how: Partial<Opening>, pods = ROLES): Door => opening({ ...USUAL, ...how }, { pods });

it('asks the web pods for a page and the live pods for a connection of every visitor', () => {
  expect(of({})).toEqual({
    pages: { needed: 1_000, available: 2 * cpuTarget * pagesPerCore },
    answers: { needed: 0, available: 20 * cpuTarget * answersPerCore },
    handshakes: { needed: 1_000, available: 20 * cpuTarget * admissionsPerCore },
    allAdmittedSeconds: 60,
    polling: 0,
  });
});

it('lets the same pods do all of it in one role', () => {
  const { pages, handshakes } = of({}, [pod('all', 20), pod('worker', 3)]);
  expect([pages.available, handshakes.available]).toEqual([
    20 * cpuTarget * pagesPerCore,
    20 * cpuTarget * admissionsPerCore,
  ]);
});

it('lets those poll who come faster than the pods admit them, until the last is admitted', () => {
  const admitting = 20 * cpuTarget * admissionsPerCore;
  // Twice as many as are admitted in a second.
  const { answers, allAdmittedSeconds, polling } = of({
    viewers: 20 * admitting,
    seconds: 10,
    socketsPerProcess: 1_000_000,
  });
  expect(allAdmittedSeconds).toBe(20);
  expect(polling).toBe(0.5);
  expect(answers.needed).toBe((10 * admitting) / pollSeconds);
});

it('lets those poll for good who find no place', () => {
  const { allAdmittedSeconds, polling, answers } = of({ viewers: 160_000 });
  expect([allAdmittedSeconds, polling, answers.needed]).toEqual([Infinity, 0.25, 40_000 / pollSeconds]);
});

it.each([
  ['once a second and place', { cacheSeconds: 1 }, 100],
  ['once in what a cache keeps', { cacheSeconds: 4 }, 25],
  ['for each contest', { contests: 3 }, 300],
  ['no more than without one', { cachePlaces: 100_000 }, 1_000],
  ['for everything when it keeps nothing', { cacheSeconds: 0 }, 1_000],
])('is asked by a CDN %s', (_, how, pages) => {
  expect(of({ cachePlaces: 100, ...how }).pages.needed).toBe(pages);
});

it('is asked by a CDN for public answers once a second and place, whatever the number who poll', () => {
  expect(of({ viewers: 1_000_000, cachePlaces: 100 }).answers.needed).toBe(100);
});
