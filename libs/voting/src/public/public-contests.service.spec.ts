import { EventEmitter } from 'node:events';
import { keptSettings, type PublicContestView } from '@abato/contracts';
import type { PublicBody } from './public-body.js';
import { PublicContestsService } from './public-contests.service.js';

type Arguments = ConstructorParameters<typeof PublicContestsService>;

const END = new Date('2026-11-21T22:00:00Z');
const read = ({ plain }: PublicBody) => (JSON.parse(plain.toString()) as { data: PublicContestView }).data;

it('an answer from before the end is not given after it, also when nothing else has changed', async () => {
  const time = { now: new Date(END.getTime() - 1) };
  const facts = {
    id: 'contest',
    hostId: 'host',
    title: 'T',
    description: '',
    banner: null,
    status: 'ACTIVE',
    ...keptSettings({ startDate: '2026-11-21T18:00:00Z', endDate: END.toISOString(), votePrice: 1 }),
    amendment: null,
    resultsFinalAt: null,
    paymentsWaiting: 2,
    categories: [],
    host: { id: 'host', name: 'H', logo: null, description: '' },
  };
  // An inactive host: the reason why no votes are taken is the same before and after.
  const contest = { facts, hostIsActive: false, categoryOf: new Map(), pricesOf: new Map(), revision: 1 };
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

it('each filter has pages of its own, and unfiltered pages have theirs', async () => {
  let asked = 0;
  const query: object = new Proxy(
    {},
    {
      get: (_, name) => () =>
        name === 'getManyAndCount' ? Promise.resolve([[], ++asked]) : name === 'then' ? undefined : query,
    },
  );
  const source = { getRepository: () => query, query: () => Promise.resolve([]) };
  const contests = new PublicContestsService(
    source as unknown as Arguments[0],
    { generation: 1 } as unknown as Arguments[1],
    {} as unknown as Arguments[2],
    { now: () => END },
    new EventEmitter() as unknown as Arguments[4],
  );
  const total = async (filter: Parameters<typeof contests.list>[1]) => {
    const { plain } = await contests.list({ page: 1, pageSize: 20, skip: 0 }, filter);
    return (JSON.parse(plain.toString()) as { pagination: { total: number } }).pagination.total;
  };
  const filters = [
    { search: 'a' },
    { search: 'b' },
    { status: 'ENDED' },
    { status: 'ENDED', search: 'a' },
    {},
  ] as const;
  for (const [index, filter] of filters.entries()) expect(await total(filter)).toBe(index + 1);
});
