import { createHmac } from 'node:crypto';
import { type Environment, senderNetwork } from '@abato/platform';
import type { Payer } from '../limits/waiting-room.js';
import type { PayerOfVote } from './attempts.js';

/** A payer as fair shares know one, by network address (null: the request has none) and phone: digests under the installation's key, never a number or an address. */
export function payerFrom(
  { voteId, contestId, phone }: PayerOfVote,
  address: string | null,
  env: Pick<Environment, 'production' | 'DATA_ENCRYPTION_KEY'>,
): Payer {
  const digest = (text: string | null): string | null =>
    text &&
    createHmac('sha256', env.DATA_ENCRYPTION_KEY).update(`payer|${text}`).digest('base64url').slice(0, 22);
  return {
    ticket: voteId,
    contestId,
    address: digest(address && senderNetwork(address, env)),
    phone: digest(phone),
  };
}
