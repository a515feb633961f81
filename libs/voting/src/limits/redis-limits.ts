import {
  ADDRESS_VOTES,
  NEIGHBOURS_PER_ADDRESS,
  OUTSIDE_VOTES,
  PHONES_PER_DEVICE,
  SURGE_VOTES,
  UNKNOWN_BROWSER_VOTES,
  VOTES_PER_ADDRESS,
} from '@abato/contracts';
import { RedisScript, type RedisClient } from '@abato/platform';
import {
  ADDRESS_SLOTS,
  type FreeVote,
  isCharged,
  lastDigits,
  OUTSIDE_SLOTS,
  phoneCode,
  RATE_MINUTES,
  SLOT_MINUTES,
  slotOf,
  type Verdict,
  WINDOW_MINUTES,
} from './free-vote.js';

const CHARGE = new RedisScript(import.meta.url, './charge-free-votes.lua');
const REFUND = new RedisScript(import.meta.url, './refund-free-votes.lua');
const PROOF = { none: '0', needed: '1', given: '2', doNotAsk: '3', askFirst: '4' } as const;
const PER_VOTE = 3;

/** What one vote took from the limits. */
export interface Charge {
  phoneKey: string;
  /** Empty without a device. */
  deviceKey: string;
  code: string;
  votes: number;
  /** Of a vote that counts. */
  shared?: SharedAllowances;
}

/** The allowances of a contest that a vote takes from. */
interface SharedAllowances {
  /** Empty for a vote from a usual network. */
  outsideKey: string;
  /** Empty where addresses do not count. */
  browsersKey: string;
  /** Of an unknown browser; empty for a known one. */
  network: string;
  wider: string;
  /** Empty for a proven number, and where no proof is asked for. */
  crowdKey: string;
  /** Of a vote that counts as one of a new voter; empty for others. */
  surgeKey: string;
}
const NOTHING_SHARED: SharedAllowances = {
  ...{ outsideKey: '', browsersKey: '', network: '', wider: '', crowdKey: '', surgeKey: '' },
};

/**
 * Check and charge votes in one round trip (see charge-free-votes.lua).
 * @param owed charged elsewhere while Redis was away; added without asking
 * @returns a verdict per vote
 */
export async function chargeInRedis(
  redis: RedisClient,
  votes: readonly FreeVote[],
  owed: readonly Charge[],
  minute: number,
): Promise<Verdict[]> {
  const keys: string[] = [];
  const values: (string | number)[] = [
    minute,
    WINDOW_MINUTES,
    PHONES_PER_DEVICE,
    VOTES_PER_ADDRESS,
    RATE_MINUTES * 60,
    NEIGHBOURS_PER_ADDRESS,
    OUTSIDE_VOTES.unasked,
    OUTSIDE_VOTES.most,
    SLOT_MINUTES,
    OUTSIDE_SLOTS.allowed,
    OUTSIDE_SLOTS.usual,
    UNKNOWN_BROWSER_VOTES.minutes,
    UNKNOWN_BROWSER_VOTES.most,
    UNKNOWN_BROWSER_VOTES.networkPercent,
    UNKNOWN_BROWSER_VOTES.widerPercent,
    UNKNOWN_BROWSER_VOTES.knownPercent,
    UNKNOWN_BROWSER_VOTES.usual,
    ADDRESS_VOTES.most,
    ADDRESS_VOTES.voters,
    ADDRESS_SLOTS,
    SURGE_VOTES.usualPercent,
    SURGE_VOTES.settledMinutes,
    SURGE_VOTES.numbersKnownDays * 86_400,
  ];
  for (const { phoneKey, deviceKey, code, votes: count, shared = NOTHING_SHARED } of owed) {
    const { outsideKey, browsersKey, network, wider, crowdKey, surgeKey } = shared;
    keys.push(phoneKey, deviceKey, '', '', outsideKey, browsersKey, crowdKey, surgeKey, '');
    values.push(count, 0, 0, code, '', PROOF.doNotAsk, network, wider, '', '', '', 0, 0);
  }
  for (const vote of votes) {
    const { phoneKey, deviceKey, code } = chargeOf(vote);
    const { outsideKey, browsersKey, network, wider, crowdKey } = sharedOf(vote);
    const seen = seenBits(vote);
    keys.push(phoneKey, deviceKey, addressKey(vote, minute), neighboursKey(vote));
    keys.push(outsideKey, browsersKey, crowdKey, surgeKeyOf(vote), seen.key);
    values.push(
      vote.votes,
      vote.limit,
      vote.deviceLimit,
      code,
      lastDigits(vote),
      proofOf(vote),
      network,
      wider,
      vote.crowd?.then ?? '',
      vote.surge?.then ?? '',
      vote.surge?.isSettled ? '1' : '',
      ...seen.bits,
    );
  }
  values.push(OUTSIDE_VOTES.mostTimes);
  const answer = (await CHARGE.run(redis, keys, values)) as number[];
  return votes.map((_, index) => {
    const start = PER_VOTE * (owed.length + index);
    const [code = 0, left = 0, nextMinute = 0] = answer.slice(start, start + PER_VOTE);
    return verdictOf(code, left, nextMinute || null);
  });
}

/** Give back what was charged in a minute. @throws when Redis is away */
export async function refundInRedis(
  redis: RedisClient,
  charges: readonly Charge[],
  minute: number,
): Promise<void> {
  const keys: string[] = [];
  const values: (string | number)[] = [
    minute,
    slotOf(minute),
    Math.floor(minute / UNKNOWN_BROWSER_VOTES.minutes),
  ];
  for (const { phoneKey, deviceKey, code, votes, shared = NOTHING_SHARED } of charges) {
    const { outsideKey, browsersKey, network, wider, crowdKey, surgeKey } = shared;
    keys.push(phoneKey, deviceKey, outsideKey, browsersKey, crowdKey, surgeKey);
    values.push(votes, code, network, wider);
  }
  await REFUND.run(redis, keys, values);
}

/** What the votes took that these verdicts let through. */
export function chargesOf(votes: readonly FreeVote[], verdicts: readonly Verdict[]): Charge[] {
  return votes.flatMap((vote, index) => {
    const verdict = verdicts[index];
    if (!isCharged(verdict)) return [];
    return [
      { ...chargeOf(vote), ...(verdict?.kind === 'counted' && { shared: sharedOf(vote, verdict.isNew) }) },
    ];
  });
}

/** Votes of numbers that are not proven which an address has given a contest, as charge-free-votes.lua adds them up. @throws when Redis is away */
export async function crowdVotesInRedis(
  redis: RedisClient,
  contestId: string,
  address: Buffer,
  minute: number,
): Promise<number> {
  const text = (await redis.get(crowdKey(contestId, address))) ?? '';
  return [...text.matchAll(/(\d+):(\d+);/g)].reduce(
    (sum, [, at, votes]) => sum + (Number(at) > slotOf(minute) - ADDRESS_SLOTS ? Number(votes) : 0),
    0,
  );
}

/** Whether new voters are asked for their numbers in a contest now: a slot that has refused or held votes is marked by charge-free-votes.lua. @throws when Redis is away */
export async function isSurgeInRedis(
  redis: RedisClient,
  contestId: string,
  minute: number,
): Promise<boolean> {
  const text = (await redis.get(`abato:surge:${contestId}`)) ?? '';
  return [...text.matchAll(/(\d+):\d+:a;/g)].some(([, at]) => Number(at) > slotOf(minute) - ADDRESS_SLOTS);
}

const surgeKeyOf = ({ contestId, surge }: FreeVote): string => (surge ? `abato:surge:${contestId}` : '');

/** Keys among which a contest's known numbers are spread, and bits of each: half a megabyte for a hundred thousand numbers, four at most. */
const SEEN = { keys: 4_096, bits: 8_192 };

/** Where it is kept that votes of a number were counted: two bits of a set without names (a Bloom filter). */
function seenBits({ contestId, phoneDigest, surge }: FreeVote): { key: string; bits: [number, number] } {
  if (!surge) return { key: '', bits: [0, 0] };
  const [part, first, second] = [0, 2, 4].map((at) => phoneDigest.readUInt16BE(at)) as [
    number,
    number,
    number,
  ];
  return {
    key: `abato:seen:${contestId}:${part % SEEN.keys}`,
    bits: [first % SEEN.bits, second % SEEN.bits],
  };
}

const crowdKey = (contestId: string, address: Buffer): string =>
  `abato:crowd:${contestId}:${address.toString('base64url')}`;

export function chargeOf(vote: FreeVote): Charge {
  return {
    phoneKey: `abato:free:${vote.contestId}:${vote.phoneDigest.toString('base64url')}`,
    deviceKey: vote.device ? `abato:device:${vote.contestId}:${vote.device.toString('base64url')}` : '',
    code: phoneCode(vote),
    votes: vote.votes,
  };
}

function addressKey({ contestId, address }: FreeVote, minute: number): string {
  if (!address) return '';
  return `abato:casts:${contestId}:${address.toString('base64url')}:${Math.floor(minute / RATE_MINUTES)}`;
}

function neighboursKey({ contestId, neighbours }: FreeVote): string {
  return neighbours ? `abato:near:${contestId}:${neighbours.toString('base64url')}` : '';
}

/** @param isNew it was counted as a vote of a new voter */
export function sharedOf(vote: FreeVote, isNew = false): SharedAllowances {
  const { contestId, address, isOutside, unknown, crowd } = vote;
  return {
    outsideKey: isOutside ? `abato:outside:${contestId}` : '',
    browsersKey: address ? `abato:browsers:${contestId}` : '',
    network: unknown ? unknown.network.toString('base64url') : '',
    wider: unknown ? unknown.wider.toString('base64url') : '',
    crowdKey: crowd ? crowdKey(contestId, crowd.address) : '',
    surgeKey: isNew ? surgeKeyOf(vote) : '',
  };
}

function proofOf(vote: FreeVote): string {
  if (vote.proven) return PROOF.given;
  if (vote.challenge === 'ALWAYS') return PROOF.needed;
  return vote.askFirst ? PROOF.askFirst : PROOF.none;
}

function verdictOf(code: number, left: number, nextMinute: number | null): Verdict {
  switch (code) {
    case 0:
      return { kind: 'counted' };
    case 1:
      return { kind: 'refused', per: 'phone', left, nextMinute };
    case 2:
      return { kind: 'refused', per: 'device', left, nextMinute };
    case 3:
      return { kind: 'challenge' };
    case 4:
      return { kind: 'proof' };
    case 5:
      return { kind: 'proof', isSurge: true };
    case 6:
      return { kind: 'counted', isNew: true };
    case 10:
      return { kind: 'held', reason: 'DEVICE_MANY_PHONES' };
    case 11:
      return { kind: 'held', reason: 'NEIGHBOURING_PHONES' };
    case 12:
      return { kind: 'held', reason: 'OUTSIDE_NETWORKS' };
    case 13:
      return { kind: 'held', reason: 'UNKNOWN_BROWSERS' };
    case 14:
      return { kind: 'held', reason: 'ONE_ADDRESS' };
    case 15:
      return { kind: 'held', reason: 'SURGE' };
    default:
      throw new Error(`charge-free-votes.lua answered ${code}`);
  }
}
