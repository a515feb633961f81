import { newId } from '@abato/platform';
import type { VoteRow } from '@abato/voting';
import type { World } from '../payments/model/world.js';

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
