import { createHash } from 'node:crypto';
import { newId } from '@abato/platform';
import type { VoteRow } from '@abato/voting';
import type { FreeVote } from '@abato/testing/voting';
import type { World } from '../payments/model/world.js';

/** One vote as the limits of free votes judge it: of an inside network, with no device, and no number proven. */
export const aFreeVote = (contestId: string, phone: string, fields: Partial<FreeVote> = {}): FreeVote => ({
  contestId,
  phone,
  phoneDigest: createHash('sha256').update(phone).digest().subarray(0, 16),
  votes: 1,
  limit: 10,
  deviceLimit: 10,
  device: null,
  address: Buffer.from('an address'),
  neighbours: null,
  isOutside: false,
  unknown: null,
  crowd: null,
  surge: null,
  challenge: 'AUTO',
  askFirst: false,
  proven: false,
  isProvenNumber: false,
  ...fields,
});

/** A free vote as the casting statement takes it; each has a key and a voter of its own. The world's price must be 0. */
export function aFreeRow(world: World, fields: Partial<VoteRow> = {}): VoteRow {
  const id = newId();
  return {
    id,
    contestId: world.contestId,
    categoryId: world.categoryId,
    contestantId: world.contestantId,
    votes: 1,
    price: 0,
    amount: 0,
    multiplier: 1,
    pricing: world.pricing,
    name: null,
    email: null,
    phone: '+233241234567',
    key: id,
    digest: Buffer.alloc(1),
    phoneDigest: Buffer.from(id.slice(-16)),
    emailDigest: null,
    source: 'WEB',
    ...fields,
  };
}
