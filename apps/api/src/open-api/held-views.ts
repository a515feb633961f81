import {
  HELD_STATES,
  type HeldVotesDecided,
  type HeldVoteView,
  HOLD_REASONS,
  type PersonChallenge,
  type VoteIntake,
} from '@abato/contracts';
import { count, dateTime, id, nullable, object, oneOf, type Schema, text, view } from './schema.js';

const named = object<{ name: string }>({ name: text });
const figure = object<VoteIntake['held']>({ votes: count, transactions: count });

export const heldVoteSchema = view(
  'HeldVote',
  object<HeldVoteView>({
    id,
    voterName: nullable(text),
    voterEmail: nullable(text),
    voterPhone: text,
    voteCount: count,
    reason: oneOf(HOLD_REASONS),
    state: oneOf(HELD_STATES),
    heldAt: dateTime,
    decidedAt: nullable(dateTime),
    contestant: named,
    category: named,
  }),
);

export const voteIntakeSchema = view(
  'VoteIntake',
  object<VoteIntake>({ received: figure, counted: figure, held: figure, rejected: figure }),
);

export const heldVotesDecidedSchema = view(
  'HeldVotesDecided',
  object<HeldVotesDecided>({ decided: count, votes: count, waiting: count }),
);

const data: Schema = { type: 'object', additionalProperties: true };

export const personChallengeSchema = view(
  'PersonChallenge',
  object<PersonChallenge>(
    {
      parameters: object<PersonChallenge['parameters']>(
        {
          algorithm: text,
          nonce: text,
          salt: text,
          cost: count,
          keyLength: count,
          keyPrefix: text,
          keySignature: text,
          expiresAt: count,
          data,
        },
        ['keySignature', 'expiresAt', 'data'],
      ),
      signature: text,
    },
    ['signature'],
  ),
);
