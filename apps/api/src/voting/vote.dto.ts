import {
  castProofRules,
  castVoteExamples,
  castVoteRules,
  choiceQuery,
  choiceQueryOr,
  DEFAULT_PAGE_SIZES,
  HELD_STATES,
  HOLD_REASONS,
  listQuery,
  optionalNumberQuery,
  LONGEST_TIMELINE,
  requestChallengeExamples,
  requestChallengeRules,
  SETTLEMENT_STATUSES,
  TIMELINE_UNITS,
  wholeNumberQuery,
} from '@abato/contracts';
import { bodyOf, pathOf, queryOf } from '../http/dto.js';

const DEFAULT_DAYS = 7;
const MAX_DAYS = 366;

export class VotePath extends pathOf({ id: 'VOTE_NOT_FOUND' }) {}
export class VoteListQuery extends queryOf(
  listQuery(DEFAULT_PAGE_SIZES.votes, { status: choiceQuery('status', SETTLEMENT_STATUSES) }),
) {}
export class HeldVoteListQuery extends queryOf(
  listQuery(DEFAULT_PAGE_SIZES.votes, {
    state: choiceQueryOr('state', HELD_STATES, 'HELD'),
    reason: choiceQuery('reason', HOLD_REASONS),
  }),
) {}
export class DailyVotesQuery extends queryOf({ days: wholeNumberQuery('days', MAX_DAYS, DEFAULT_DAYS) }) {}
export class TimelineQuery extends queryOf({
  unit: choiceQueryOr('unit', TIMELINE_UNITS, 'day'),
  count: optionalNumberQuery('count', LONGEST_TIMELINE.day),
}) {}
export class RequestChallengeDto extends bodyOf(requestChallengeRules, {
  examples: requestChallengeExamples,
}) {}

/** Only describes the body for OpenAPI: the service validates by the same rules without reflection. */
export class CastVoteDto extends bodyOf(
  { ...castVoteRules, ...castProofRules },
  { examples: castVoteExamples },
) {}
