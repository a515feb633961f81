import { hash, randomBytes } from 'node:crypto';
import { type CachedContest, voteRefusal } from '@abato/contests';
import {
  type CastProof,
  type CastVoteRequest,
  type CastVoteResult,
  cedisFromPesewas,
  normalisePhone,
  priceVotes,
  refusalTexts,
} from '@abato/contracts';
import {
  AppError,
  currentTrace,
  newId,
  receiptCodeOf,
  type Secrets,
  type TraceParent,
} from '@abato/platform';
import { SALT_BYTES, voteCommitment } from '@abato/transparency';
import type { FreeVote, Verdict } from '../limits/free-vote.js';
import type { UnpaidVote } from '../limits/unpaid-votes.js';
import type { VoterNetwork } from '../limits/voter-network.js';
import { type AmountLimit, amountRefusal } from './amount-limits.js';
import type { VoteRow } from './fast/write-votes.js';
import type { BrowserProof } from './voter-proofs.js';

/**
 * @property guard what limits and rules ask about the vote; null where none apply (paid votes, rehearsals)
 * @property unpaid what the limits of unpaid votes ask about a paid one; null where none hold
 * @property judged what they said, and when: a vote without a refusal is charged at that time
 * @property trace the request's trace, when it is traced
 */
export type CastRow = VoteRow & {
  guard: FreeVote | null;
  unpaid: UnpaidVote | null;
  judged: { at: Date; refusal: AppError | null; verdict?: Verdict | undefined } | null;
  trace: TraceParent | undefined;
};

/** What a request asks for, before it is known whether it may. */
export interface CastInput {
  vote: CastVoteRequest;
  proof: CastProof;
  /** The `Idempotency-Key` header, checked. */
  key: string | undefined;
  /** null for a number that its mobile network vouches for: rules about addresses and person checks do not apply then. */
  address: string | null;
  /** What the browser's token says. */
  browser: BrowserProof;
  source: VoteRow['source'];
  /** A proof is asked for before the vote is held as one of an unknown browser. */
  askFirst: boolean;
  /** What becomes of a vote whose address, or whose contest's new voters, have given too many of unproven numbers. */
  crowdThen: 'ask' | 'hold';
}

/** What every vote's row is made of, from a voter or from an organiser. */
export interface EnteredVote {
  vote: Omit<CastVoteRequest, 'voterPhone'> & { voterPhone?: string };
  /** The `Idempotency-Key` header, checked. */
  key: string | undefined;
  /** By whose rules the vote is priced; null: free, of a contest that is not there. */
  contest:
    | (Pick<CachedContest, 'categoryOf' | 'pricesOf' | 'pricingVersion'> & {
        facts: Pick<CachedContest['facts'], 'votePricePesewas' | 'bundles' | 'windows'>;
      })
    | null;
  source: VoteRow['source'];
}

/**
 * @param digested what besides the vote makes a request the same request under one key: nothing for a cast vote, the source and the
 *   reason for one entered by hand
 */
export function voteRow(
  { vote, key, contest, source }: EnteredVote,
  secrets: Pick<Secrets, 'voterDigest'>,
  digested: { before?: string; after?: string } = {},
): CastRow {
  const phone = vote.voterPhone ? (normalisePhone(vote.voterPhone) as string) : null;
  const email = vote.voterEmail?.toLowerCase() ?? null;
  const id = newId();
  const text = JSON.stringify([
    ...(digested.before === undefined ? [] : [digested.before]),
    vote.contestId,
    vote.contestantId,
    vote.voteCount,
    vote.voterName,
    email,
    phone,
    ...(digested.after === undefined ? [] : [digested.after]),
  ]);
  const priced = pricedBy(contest, vote);
  // Every property in one literal, also those that are set later: copies of rows were a tenth of what a vote costs the processor.
  return {
    id,
    contestId: vote.contestId,
    categoryId: vote.categoryId,
    contestantId: vote.contestantId,
    votes: vote.voteCount,
    price: priced.price,
    amount: priced.amount,
    multiplier: 1,
    pricing: contest ? contest.pricingVersion : 0,
    windows: priced.windows,
    least: undefined,
    name: vote.voterName ?? null,
    email,
    phone,
    key: key?.toLowerCase() ?? id,
    // By way of text: a buffer made by the hash itself costs twice as much.
    digest: Buffer.from(hash('sha256', text, 'hex'), 'hex'),
    phoneDigest: phone ? secrets.voterDigest(vote.contestId, 'phone', phone) : null,
    emailDigest: email ? secrets.voterDigest(vote.contestId, 'email', email) : null,
    source,
    device: null,
    network: null,
    tokenMinutes: null,
    salt: null,
    commitment: null,
    hold: null,
    guard: null,
    unpaid: null,
    judged: null,
    trace: undefined,
  };
}

const FREE = { price: 0, amount: 0, windows: undefined };

/** Outside of windows: they are asked when the vote is written. */
function pricedBy(
  contest: EnteredVote['contest'],
  { contestantId, voteCount }: EnteredVote['vote'],
): Pick<VoteRow, 'price' | 'amount' | 'windows'> {
  if (!contest) return FREE;
  const { votePricePesewas: pricePesewas, bundles, windows } = contest.facts;
  const own = contest.pricesOf.get(contest.categoryOf.get(contestantId) ?? '');
  const priced = priceVotes({ pricePesewas, bundles, windows: [] }, own, voteCount, 0);
  return {
    price: priced.pricePesewas,
    amount: priced.amountPesewas,
    windows: pricePesewas > 0 && windows.length > 0 ? windows : undefined,
  };
}

/** A vote that is cast always names a phone: its rules demand one. */
interface CastPhone {
  phone: string;
  phoneDigest: Buffer;
}

export function castRow(
  { vote, proof, key, address, browser, source, askFirst, crowdThen }: CastInput,
  contest: CachedContest | null,
  secrets: Secrets,
  network: VoterNetwork,
): CastRow {
  const row = voteRow({ vote, key, contest, source }, secrets) as CastRow & CastPhone;
  row.trace = currentTrace();
  if (!contest) return row;
  const { id, phone, phoneDigest } = row;
  const vouched = address === null;
  const free = contest.facts.votePricePesewas === 0;
  if (free && proof.deviceId) row.device = secrets.voterDigest(vote.contestId, 'device', proof.deviceId);
  if (contest.isRehearsal) return row;
  commit(row);
  if (!free) {
    const { phone: unpaidPhone, address: unpaidAddress } = network.unpaid(address, phone);
    row.unpaid = { id, voterPhone: phone, phone: unpaidPhone, address: unpaidAddress, proven: vouched };
    return row;
  }
  row.network = network.label(vote.contestId, address);
  if (source !== 'USSD') row.tokenMinutes = browser.ageMinutes ?? (source === 'WEB' ? 0 : null);
  const { freeVotesPerHour, verification } = contest.facts;
  const isOpen = verification === 'OPEN';
  const digests = network.digests(vote.contestId, address, phone);
  const asksForNumbers = isOpen && contest.facts.addressProof;
  const crowd = asksForNumbers ? network.crowd(vote.contestId, address) : null;
  row.guard = {
    contestId: vote.contestId,
    phone,
    phoneDigest,
    votes: vote.voteCount,
    limit: freeVotesPerHour,
    deviceLimit: Math.max(contest.facts.freeVotesPerDevice, freeVotesPerHour),
    device: row.device ?? null,
    address: digests.address,
    neighbours: digests.neighbours,
    isOutside: isOpen && network.isOutside(address),
    unknown: isOpen && !browser.isKnown ? network.groups(vote.contestId, address) : null,
    crowd: crowd && { address: crowd, then: crowdThen },
    surge: asksForNumbers && digests.address ? { isSettled: browser.isSettled, then: crowdThen } : null,
    challenge: contest.facts.challenge,
    askFirst,
    // Where every vote has its own check, that of the token is none.
    proven: vouched || (browser.isPerson && contest.facts.challenge === 'AUTO'),
    isProvenNumber: vouched || verification === 'PHONE',
  };
  return row;
}

/** What the log says of the voter is fixed with the vote: its statement names it, and it stays when the voter is erased (ADR 124). */
export function commit(row: VoteRow): void {
  row.salt = randomBytes(SALT_BYTES);
  row.commitment = voteCommitment(row.salt, row.phone, receiptCodeOf(row.id));
}

/** @param countedAt when the row was written */
export function resultOf(row: VoteRow, countedAt: Date): CastVoteResult {
  const counts = row.price === 0 && !row.hold;
  return {
    id: row.id,
    status: counts ? 'COMPLETED' : 'PENDING',
    voteCount: row.votes,
    amount: cedisFromPesewas(row.amount),
    ...(row.hold && { held: true }),
    ...(row.price === 0 && { receiptCode: receiptCodeOf(row.id) }),
    ...(counts && countedOf({ countedAt, commitment: row.commitment })),
  };
}

/** What the signed statement about a counted vote is made of. */
export function countedOf({
  countedAt,
  commitment,
}: {
  countedAt: Date | null;
  commitment?: Buffer | null | undefined;
}): Pick<CastVoteResult, 'countedAt' | 'commitment'> {
  return {
    ...(countedAt && { countedAt: countedAt.toISOString() }),
    ...(commitment && { commitment: commitment.toString('base64') }),
  };
}

/** Why a voter may not cast this vote: a draft is hidden from voters. */
export function refusalOf(contest: CachedContest | null, row: VoteRow, now: Date): AppError | null {
  if (!contest || contest.facts.status === 'DRAFT') return new AppError('CONTEST_NOT_FOUND');
  return rowRefusal(contest, row, now);
}

/**
 * Why a contest takes no such vote now, also from its organiser.
 * @param limit of the amount; the provider's unless the money takes another way
 */
export function rowRefusal(
  contest: CachedContest,
  row: VoteRow,
  now: Date,
  limit?: AmountLimit,
): AppError | null {
  const categoryId = contest.categoryOf.get(row.contestantId);
  if (!categoryId) return new AppError('CONTESTANT_NOT_FOUND');
  if (categoryId !== row.categoryId) {
    return AppError.validation([{ field: 'categoryId', message: refusalTexts.nominee.otherCategory }]);
  }
  const refusal = voteRefusal(contest.facts, contest.hostIsActive, now);
  if (refusal) return new AppError(refusal);
  return row.amount > 0 ? amountRefusal(row.amount, limit) : null;
}

export function resultOrThrow(result: CastVoteResult | AppError): CastVoteResult {
  if (result instanceof AppError) throw result;
  return result;
}
