import { EventEmitter } from 'node:events';
import type { PublicContestView } from '@abato/contracts';
import type { PublicBody } from './public-body.js';
import { PublicContestsService } from './public-contests.service.js';

type Arguments = ConstructorParameters<typeof PublicContestsService>;

const END = new Date('2026-11-21T22:00:00Z');
const read = ({ plain }: PublicBody) => (JSON.parse(plain.toString()) as { data: PublicContestView }).data;

it('an answer from before the end is not given after it, also when nothing else has changed', async () => {
  const time = { now: new Date(END.getTime() - 1) };
  const facts = {
    ...{ id: 'contest', hostId: 'host', title: 'T', description: '', banner: null, status: 'ACTIVE' },
    ...{ startDate: new Date(0), endDate: END, votePricePesewas: 100, freeVotesPerHour: 10 },
    ...{ retentionMonths: 6, showResults: true, resultsFinalAt: null, paymentsWaiting: 2, categories: [] },
    host: { id: 'host', name: 'H', logo: null, description: '' },
  };
  // An inactive host: the reason why no votes are taken is the same before and after.
  const contest = { facts, hostIsActive: false, categoryOf: new Map(), revision: 1 };
  const counts = { version: 7, byContestant: new Map() };
  const contests = new PublicContestsService(
    undefined as unknown as Arguments[0],
    { find: () => Promise.resolve(contest), peek: () => contest } as unknown as Arguments[1],
    { read: () => Promise.resolve(counts), peek: () => counts } as unknown as Arguments[2],
    { now: () => time.now },
    new EventEmitter() as unknown as Arguments[4],
  );
  const before = await contests.detail('contest');
  expect(read(before)).toMatchObject({ provisional: false, paymentsWaiting: null });
  expect(contests.readyDetail('contest')).toBe(before);
  time.now = new Date(END.getTime() + 1);
  expect(contests.readyDetail('contest')).toBeNull();
  const after = await contests.detail('contest');
  expect(read(after)).toMatchObject({ provisional: true, paymentsWaiting: 2, reason: read(before).reason });
  expect(contests.readyDetail('contest')).toBe(after);
});
