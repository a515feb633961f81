import {
  castProofRules,
  castVoteExamples,
  castVoteRules,
  choiceQuery,
  choiceQueryOr,
  DEFAULT_PAGE_SIZES,
  HELD_LISTS,
  HOLD_REASONS,
  idQuery,
  listQuery,
  optionalNumberQuery,
  LONGEST_TIMELINE,
  requestChallengeExamples,
  requestChallengeRules,
  revealExamples,
  revealRules,
  TIMELINE_UNITS,
  type TimelineUnit,
  voteFilterRules,
  wholeNumberQuery,
  wholeNumberRefusal,
} from '@abato/contracts';
import { AppError } from '@abato/platform';
import { bodyOf, pathOf, queryOf } from '../http/dto.js';

const DEFAULT_DAYS = 7;
const MAX_DAYS = 366;

/** Of every reveal call; scripts may send no body. */
export class RevealDto extends bodyOf(revealRules, revealExamples) {}
export class VotePath extends pathOf({ id: 'VOTE_NOT_FOUND' }) {}
export class VoteListQuery extends queryOf(listQuery(DEFAULT_PAGE_SIZES.votes, voteFilterRules)) {}
export class HeldVoteListQuery extends queryOf(
  listQuery(DEFAULT_PAGE_SIZES.votes, {
    state: choiceQueryOr('state', HELD_LISTS, 'HELD'),
    heldFor: choiceQuery('heldFor', HOLD_REASONS),
  }),
) {}
export class DailyVotesQuery extends queryOf({ days: wholeNumberQuery('days', MAX_DAYS, DEFAULT_DAYS) }) {}
export class TimelineQuery extends queryOf({
  unit: choiceQueryOr('unit', TIMELINE_UNITS, 'day'),
  count: optionalNumberQuery('count', LONGEST_TIMELINE.day),
}) {}
export class ChartsQuery extends queryOf({
  contest: idQuery,
  unit: choiceQueryOr('unit', TIMELINE_UNITS, 'day'),
  count: optionalNumberQuery('count', LONGEST_TIMELINE.day),
}) {}
export class RequestChallengeDto extends bodyOf(requestChallengeRules, requestChallengeExamples) {}

/** Only describes the body for OpenAPI: the service validates by the same rules without reflection. */
export class CastVoteDto extends bodyOf({ ...castVoteRules, ...castProofRules }, castVoteExamples) {}

const DEFAULT_COUNT: Record<TimelineUnit, number> = { hour: 24, day: 30 };

/** How many hours or days a timeline has. @throws AppError VALIDATION_FAILED above the longest */
export function unitsOf(unit: TimelineUnit, count = DEFAULT_COUNT[unit]): number {
  const longest = LONGEST_TIMELINE[unit];
  if (count > longest) throw AppError.validation([wholeNumberRefusal('count', longest)]);
  return count;
}
