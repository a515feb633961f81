import {
  choiceQuery,
  CONTEST_STATUSES,
  contestExamples as examples,
  contestRules,
  contestSettingsRules,
  DEFAULT_PAGE_SIZES,
  idQuery,
  listQuery,
  newContestRules,
  PUBLIC_CONTEST_STATUSES,
  rejectResultCorrectionExamples,
  rejectResultCorrectionRules,
  resultCorrectionExamples,
  resultCorrectionRules,
  searchQuery,
} from '@abato/contracts';
import { ANY_TEXT, bodyOf, patchOf, pathOf, queryOf } from '../http/dto.js';

/** Fields of a new contest, and of a changed one: as JSON or multipart. */
export const newContestForm = { ...contestRules, ...newContestRules };
export const contestForm = { ...contestRules, ...contestSettingsRules };
const picture = { field: 'banner' } as const;
const filters = {
  status: choiceQuery('status', CONTEST_STATUSES),
  hostId: idQuery,
  search: searchQuery,
};

export class ContestPath extends pathOf({ id: 'CONTEST_NOT_FOUND' }) {}
export class ResultVersionPath extends pathOf({ id: 'CONTEST_NOT_FOUND', version: ANY_TEXT }) {}
export class ResultCorrectionPath extends pathOf({
  id: 'CONTEST_NOT_FOUND',
  correctionId: 'NOT_FOUND',
}) {}
export class ResultCorrectionDto extends bodyOf(resultCorrectionRules, resultCorrectionExamples) {}
export class RejectResultCorrectionDto extends bodyOf(
  rejectResultCorrectionRules,
  rejectResultCorrectionExamples,
) {}
/** Of what belongs to a contest. */
export class OfContestPath extends pathOf({ contestId: 'CONTEST_NOT_FOUND' }) {}
export class ContestListQuery extends queryOf(listQuery(DEFAULT_PAGE_SIZES.contests, filters)) {}
export class AllContestsListQuery extends queryOf(listQuery(DEFAULT_PAGE_SIZES.adminContests, filters)) {}
export class PublicContestListQuery extends queryOf(
  listQuery(DEFAULT_PAGE_SIZES.publicContests, {
    status: choiceQuery('status', PUBLIC_CONTEST_STATUSES),
    search: searchQuery,
  }),
) {}
export class CreateContestDto extends bodyOf(newContestForm, examples, picture) {}
export class UpdateContestDto extends patchOf(contestForm, examples, picture) {}
