import type { Charge } from './charge';

/** What a press of the button has led to. */
export type VoteOutcome =
  | { kind: 'counted'; votes: number; receiptCode: string | null }
  | { kind: 'held'; votes: number }
  /** An earlier press cast it, and it was taken back since. */
  | { kind: 'undone' }
  /** It would cost another amount, or count less, than was shown: no money was asked for. */
  | { kind: 'changed' }
  /** The number has to be proven first. */
  | { kind: 'prove' }
  | { kind: 'pay'; authorizationUrl: string; reference: string }
  /** What an earlier press has begun to pay for is paid, or may be: the page of that payment says so. */
  | { kind: 'verify'; reference: string }
  | { kind: 'charge'; charge: Charge };
