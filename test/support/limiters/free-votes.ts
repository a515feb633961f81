import { createHash, randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { createLogger, smallestIdAt } from '@abato/platform';
import { type FreeVote, FreeVoteLimiter, writeVotes } from '@abato/voting';
import { aContest, database } from '../builders.js';
import { HOUR, type Limiter, MINUTE, REDIS_WITHIN_MS, repeat } from './limiter.js';

const digest = (text: string): Buffer => createHash('sha256').update(text).digest().subarray(0, 16);

/** @property lost the vote is charged and then not written */
interface FreeStep {
  afterMs: number;
  phone: number;
  device: number | null;
  address: number | null;
  outside: boolean;
  /** Network of an unknown browser, in a wider one with three others. */
  unknown: number | null;
  votes: number;
  proven: boolean;
  askFirst: boolean;
  /** Address whose votes of unproven numbers are counted; what becomes of too many. */
  crowd: number | null;
  crowdThen: 'ask' | 'hold';
  lost: boolean;
}

const free = (fields: Partial<FreeStep> = {}): FreeStep => ({
  ...{
    afterMs: 0,
    phone: 0,
    device: null,
    address: null,
    outside: false,
    unknown: null,
    votes: 1,
    proven: false,
    askFirst: false,
    crowd: null,
    surge: null,
    crowdThen: 'ask' as const,
    lost: false,
  },
  ...fields,
});

function addressOf({ address, unknown }: FreeStep): Buffer | null {
  const nr = address ?? (unknown === null ? null : 100 + unknown);
  return nr === null ? null : digest(`address ${nr}`);
}

export const freeVotes: Limiter<FreeStep> = {
  async start({ redis, isLua }) {
    const contest = await aContest()
      .startingIn(-2 * HOUR)
      .endingIn(100 * HOUR)
      .save();
    const warnings: string[] = [];
    const log = createLogger('test', 'warn', { write: (line: string) => void warnings.push(line) });
    const limiter = new FreeVoteLimiter(redis, database(), log, REDIS_WITHIN_MS);
    return async (step, nowMs) => {
      const now = new Date(nowMs);
      const phone = `+2332440000${String(step.phone).padStart(2, '0')}`;
      const vote: FreeVote = {
        ...{ contestId: contest.id, phone, phoneDigest: digest(phone), votes: step.votes },
        ...{ limit: 10, deviceLimit: 12, challenge: 'AUTO', proven: step.proven, isOutside: step.outside },
        askFirst: step.askFirst,
        surge: null,
        crowd: step.crowd === null ? null : { address: digest(`crowd ${step.crowd}`), then: step.crowdThen },
        device: step.device === null ? null : digest(`device ${step.device}`),
        address: addressOf(step),
        unknown:
          step.unknown === null
            ? null
            : {
                network: digest(`network ${step.unknown}`),
                wider: digest(`wider ${Math.floor(step.unknown / 4)}`),
              },
        neighbours: step.address === null ? null : digest(`neighbours ${step.address}`),
      };
      const [verdict] = await limiter.charge([vote], now);
      // The script gave every verdict, not what stands in for it.
      if (isLua) expect(warnings).toEqual([]);
      const isCharged = verdict?.kind === 'counted' || verdict?.kind === 'held';
      if (isCharged && step.lost) limiter.refund([vote], [verdict], now);
      else if (isCharged) {
        const id = smallestIdAt(nowMs).slice(0, 19) + randomUUID().slice(19);
        const { categoryId, id: contestantId } = contest.contestant;
        const row = {
          ...{
            id,
            contestId: contest.id,
            categoryId,
            contestantId,
            votes: step.votes,
            price: 0,
            phone,
            key: id,
          },
          ...{ name: null, email: null, emailDigest: null, source: 'WEB' as const, device: vote.device },
          ...{ amount: 0, multiplier: 1, pricing: 0 },
          ...{ digest: digest(id), phoneDigest: vote.phoneDigest },
          hold: verdict.kind === 'held' ? verdict.reason : null,
        };
        expect(await writeVotes(database(), [row], now)).toContain(id);
      }
      return verdict;
    };
  },
  cases: [
    {
      title: 'the limit of a phone, until its first votes are an hour old',
      steps: [free({ votes: 4 }), free({ votes: 6, afterMs: 20 * MINUTE }), free({ votes: 3 })].concat(
        free({ votes: 4, afterMs: 39 * MINUTE }),
        free({ votes: 4, afterMs: MINUTE }),
      ),
      reaches: '"per":"phone"',
    },
    {
      title: 'the limit of a device',
      steps: repeat(4, (phone) => free({ phone, device: 1, votes: 4 })),
      reaches: '"per":"device"',
    },
    {
      title: 'votes that were not written',
      steps: repeat(6, (nr) => free({ device: 1, votes: 5, lost: nr < 3 })),
      reaches: 'refused',
    },
    {
      title: 'more votes than the limit can ever allow',
      steps: [free({ votes: 11 })],
      reaches: '"nextMinute":null',
    },
    {
      title: 'many phones of one device',
      steps: repeat(7, (phone) => free({ phone, device: 1 })),
      reaches: 'DEVICE_MANY_PHONES',
    },
    {
      title: 'many neighbouring phones of one address',
      steps: repeat(12, (phone) => free({ phone, address: 1 })),
      reaches: 'NEIGHBOURING_PHONES',
    },
    {
      title: 'many casts of one address, until the next five minutes',
      steps: repeat(152, (phone) => free({ phone: phone % 90, address: 1 })).concat(
        free({ phone: 91, address: 1 }),
        free({ phone: 92, address: 1, proven: true }),
        free({ phone: 93, address: 1, afterMs: 5 * MINUTE }),
      ),
      reaches: 'challenge',
    },
    {
      title: 'many votes of one address in few casts',
      steps: repeat(20, (phone) => free({ phone, address: 1, votes: 10 })),
      reaches: 'challenge',
    },
    {
      title: 'a number of votes that is refused, and the others of its address',
      steps: [free({ address: 1, votes: 100_000 }), free({ phone: 1, address: 1 })].concat(
        free({ phone: 1, address: 1, device: 1, votes: 1_000 }),
        repeat(151, (nr) => free({ phone: 2 + (nr % 90), address: 1 })),
      ),
      reaches: '{"kind":"counted"}',
    },
    {
      title: 'votes from outside networks that were not written',
      steps: repeat(25, (phone) =>
        free({ phone, outside: true, votes: 10, proven: true, lost: true }),
      ).concat(
        repeat(25, (phone) => free({ phone, outside: true, votes: 10, proven: true })),
        repeat(2, (nr) => free({ phone: 30 + nr, outside: true, proven: true, lost: true })),
        free({ phone: 32, outside: true, proven: true }),
      ),
      reaches: 'OUTSIDE_NETWORKS',
    },
    {
      title: 'many votes from outside networks, which twice the usual may be later',
      steps: repeat(17, (phone) => free({ phone, outside: true, votes: 10 })).concat(
        repeat(12, (nr) => free({ phone: 20 + nr, outside: true, votes: 10, proven: true })),
        repeat(20, (nr) =>
          free({ phone: 40 + nr, outside: true, votes: 10, proven: true, afterMs: 5 * MINUTE }),
        ),
        repeat(40, (nr) => free({ phone: 60 + nr, outside: true, votes: 10, proven: true })),
        free({ phone: 5, outside: true, votes: 10, afterMs: 500 * MINUTE }),
      ),
      reaches: 'OUTSIDE_NETWORKS',
    },
    {
      title: 'many votes of unknown browsers from one network, and those of a known one beside them',
      steps: repeat(10, (phone) => free({ phone, unknown: 0, votes: 10 })).concat(
        free({ phone: 20, address: 100, votes: 10 }),
        free({ phone: 21, unknown: 1, votes: 10 }),
      ),
      reaches: 'UNKNOWN_BROWSERS',
    },
    {
      title: 'many votes of unknown browsers from a wider network, until the next quarter of an hour',
      steps: repeat(14, (phone) => free({ phone, unknown: phone % 4, votes: 10 })).concat(
        free({ phone: 20, unknown: 4, votes: 10 }),
        free({ phone: 21, unknown: 0, votes: 10, afterMs: 15 * MINUTE }),
      ),
      reaches: 'UNKNOWN_BROWSERS',
    },
    {
      title: 'votes of unknown browsers whose page asks for a proof first',
      steps: repeat(9, (phone) => free({ phone, unknown: 0, votes: 10 })).concat(
        free({ phone: 20, unknown: 0, votes: 10, askFirst: true }),
        free({ phone: 20, unknown: 0, votes: 10 }),
        free({ phone: 21, address: 100, votes: 10, askFirst: true }),
        free({ phone: 22, unknown: 4, votes: 10, askFirst: true }),
      ),
      reaches: '{"kind":"challenge"}',
    },
    {
      title:
        'many votes of unproven numbers from one address, those of proven ones beside them, until ten minutes later',
      steps: repeat(30, (phone) => free({ phone, crowd: 0, votes: 10 })).concat(
        free({ phone: 40, crowd: 0 }),
        free({ phone: 40, crowd: 0, crowdThen: 'hold' }),
        free({ phone: 41, crowd: 1, votes: 10 }),
        free({ phone: 42, votes: 10 }),
        free({ phone: 43, crowd: 0, afterMs: 9 * MINUTE }),
        free({ phone: 43, crowd: 0, afterMs: 6 * MINUTE }),
      ),
      reaches: '{"kind":"proof"}',
    },
    {
      title: 'votes of unproven numbers that were not written, and such that are held',
      steps: repeat(30, (phone) => free({ phone, crowd: 0, votes: 10, lost: phone < 10 })).concat(
        repeat(10, (nr) => free({ phone: 30 + nr, crowd: 0, votes: 10 })),
        repeat(2, (nr) => free({ phone: 50 + nr, crowd: 0, crowdThen: 'hold' })),
      ),
      reaches: 'ONE_ADDRESS',
    },
    {
      title: 'many votes of unknown browsers from everywhere',
      steps: repeat(17, (phone) => free({ phone, unknown: 4 * phone, votes: 10 })),
      reaches: 'UNKNOWN_BROWSERS',
    },
  ],
  generated: fc.record({
    afterMs: fc.constantFrom(0, MINUTE, 7 * MINUTE, 31 * MINUTE),
    phone: fc.integer({ min: 0, max: 7 }),
    device: fc.constantFrom(null, 0, 1),
    address: fc.constantFrom(null, 0),
    outside: fc.boolean(),
    unknown: fc.constantFrom(null, null, 0, 1, 4),
    votes: fc.integer({ min: 1, max: 6 }),
    proven: fc.boolean(),
    askFirst: fc.boolean(),
    crowd: fc.constantFrom(null, null, 0),
    crowdThen: fc.constantFrom('ask' as const, 'hold' as const),
    lost: fc.boolean(),
  }),
};
