import {
  contestantExamples as examples,
  contestantListExamples,
  contestantListRules,
  contestantRules,
  DEFAULT_PAGE_SIZES,
  idQuery,
  listQuery,
  PHOTO_REQUIRED,
  searchQuery,
} from '@abato/contracts';
import { ANY_TEXT, bodyOf, patchOf, pathOf, queryOf } from '../http/dto.js';

const picture = { field: 'photo', required: PHOTO_REQUIRED } as const;

export class ContestantPath extends pathOf({ id: 'CONTESTANT_NOT_FOUND' }) {}
export class NomineeCodePath extends pathOf({ code: ANY_TEXT }) {}
export class OfCategoryPath extends pathOf({ categoryId: 'CATEGORY_NOT_FOUND' }) {}
export class ContestantListQuery extends queryOf(
  listQuery(DEFAULT_PAGE_SIZES.contestants, { categoryId: idQuery, search: searchQuery }),
) {}
export class CategoryContestantListQuery extends queryOf(
  listQuery(DEFAULT_PAGE_SIZES.contestants, { search: searchQuery }),
) {}
export class CreateContestantDto extends bodyOf(contestantRules, { examples, picture }) {}
export class UpdateContestantDto extends patchOf(contestantRules, { examples, picture }) {}
export class ListedContestantsDto extends bodyOf(contestantListRules, { examples: contestantListExamples }) {}
