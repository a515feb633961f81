import {
  ADDRESS_VOTES,
  HOLD_REASONS,
  type HoldReason,
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
  OUTSIDE_SLOTS,
  RATE_MINUTES,
  SLOT_MINUTES,
  type Verdict,
  WINDOW_MINUTES,
} from './free-vote.js';

const CHARGE = new RedisScript(import.meta.url, './charge-free-votes.lua');
const PER_VOTE = 3;

/** The numbers of the rules, by the names that charge-free-votes.lua has for them. */
const RULES = {
  windowMinutes: WINDOW_MINUTES,
  slotMinutes: SLOT_MINUTES,
  phonesPerDevice: PHONES_PER_DEVICE,
  neighbours: NEIGHBOURS_PER_ADDRESS,
  address: { most: VOTES_PER_ADDRESS, seconds: RATE_MINUTES * 60 },
  outside: { ...OUTSIDE_VOTES, allowedSlots: OUTSIDE_SLOTS.allowed, usualSlots: OUTSIDE_SLOTS.usual },
  browsers: UNKNOWN_BROWSER_VOTES,
  crowd: { ...ADDRESS_VOTES, slots: ADDRESS_SLOTS },
  surge: { ...SURGE_VOTES, knownSeconds: SURGE_VOTES.numbersKnownDays * 86_400 },
};

/** Keys of a script, and their positions by which its arguments name them. */
export class Keys {
  readonly names: string[] = [];

  /** @returns undefined for a key that is left out */
  at(name: string | null | undefined): number | undefined {
    return name ? this.names.push(name) : undefined;
  }
}

/** Check and charge votes in one round trip (see charge-free-votes.lua). @returns a verdict per vote @throws when Redis is away */
export async function chargeInRedis(
  redis: RedisClient,
  votes: readonly FreeVote[],
  minute: number,
): Promise<Verdict[]> {
  const keys = new Keys();
  const asked = votes.map((vote) => {
    const { contestId, address, neighbours, crowd, surge } = vote;
    const seen = surge && seenBits(vote);
    return {
      ...chargeOf(vote, keys),
      limit: vote.limit,
      deviceLimit: vote.deviceLimit,
      // What tells neighbouring numbers apart.
      tail: vote.phone.slice(-2),
      isProven: vote.proven,
      isAlwaysAsked: vote.challenge === 'ALWAYS',
      isAskedFirst: vote.askFirst,
      crowdThen: crowd?.then,
      surgeThen: surge?.then,
      isSettled: surge?.isSettled,
      bits: seen?.bits,
      seen: keys.at(seen?.key),
      address: keys.at(
        address && `abato:casts:${contestId}:${text(address)}:${Math.floor(minute / RATE_MINUTES)}`,
      ),
      near: keys.at(neighbours && `abato:near:${contestId}:${text(neighbours)}`),
      surge: keys.at(surge && surgeKey(contestId)),
    };
  });
  const input = JSON.stringify({ now: minute, rules: RULES, votes: asked });
  const answer = (await CHARGE.run(redis, keys.names, [input])) as (string | number)[];
  return votes.map((_, index) => {
    const [said = '', left = 0, next = 0] = answer.slice(PER_VOTE * index, PER_VOTE * (index + 1));
    return verdictOf(String(said), Number(left), Number(next) || null);
  });
}

/** What a vote takes from limits and shared allowances; only a vote that counts takes from those that it shares. */
export function chargeOf(vote: FreeVote, keys: Keys) {
  const { contestId, phoneDigest, device, isOutside, address, unknown, crowd } = vote;
  return {
    votes: vote.votes,
    // Tells phones of one device apart without naming them.
    code: phoneDigest.toString('hex', 0, 4),
    network: unknown ? text(unknown.network) : undefined,
    wider: unknown ? text(unknown.wider) : undefined,
    phone: keys.at(phoneKey(vote)),
    device: keys.at(device && `abato:device:${contestId}:${text(device)}`),
    outside: keys.at(isOutside ? `abato:outside:${contestId}` : null),
    browsers: keys.at(address && `abato:browsers:${contestId}`),
    crowd: keys.at(crowd && crowdKey(contestId, crowd.address)),
  };
}

const text = (digest: Buffer): string => digest.toString('base64url');
export const phoneKey = ({ contestId, phoneDigest }: FreeVote): string =>
  `abato:free:${contestId}:${text(phoneDigest)}`;
export const surgeKey = (contestId: string): string => `abato:surge:${contestId}`;
export const crowdKey = (contestId: string, address: Buffer): string =>
  `abato:crowd:${contestId}:${text(address)}`;

/** Keys among which a contest's known numbers are spread, and bits of each: half a megabyte for a hundred thousand numbers, four at most. */
const SEEN = { keys: 4_096, bits: 8_192 };

/** Where it is kept that votes of a number were counted: two bits of a set without names (a Bloom filter). */
function seenBits({ contestId, phoneDigest }: FreeVote): { key: string; bits: number[] } {
  const [part = 0, ...bits] = [0, 2, 4].map((at) => phoneDigest.readUInt16BE(at));
  return { key: `abato:seen:${contestId}:${part % SEEN.keys}`, bits: bits.map((bit) => bit % SEEN.bits) };
}

function verdictOf(said: string, left: number, nextMinute: number | null): Verdict {
  if (said === 'counted' || said === 'challenge' || said === 'proof') return { kind: said };
  if (said === 'new') return { kind: 'counted', isNew: true };
  if (said === 'surge') return { kind: 'proof', isSurge: true };
  if (said === 'phone' || said === 'device') return { kind: 'refused', per: said, left, nextMinute };
  if (isHoldReason(said)) return { kind: 'held', reason: said };
  throw new Error(`charge-free-votes.lua answered ${said}`);
}

function isHoldReason(said: string): said is HoldReason {
  return (HOLD_REASONS as readonly string[]).includes(said);
}
