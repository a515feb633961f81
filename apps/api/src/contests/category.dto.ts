import {
  categoryExamples as examples,
  categoryRules,
  DEFAULT_PAGE_SIZES,
  idQuery,
  listQuery,
  searchQuery,
} from '@abato/contracts';
import { bodyOf, patchOf, pathOf, queryOf } from '../http/dto.js';

export class CategoryPath extends pathOf({ id: 'CATEGORY_NOT_FOUND' }) {}
export class CategoryListQuery extends queryOf(
  listQuery(DEFAULT_PAGE_SIZES.categories, { contestId: idQuery, search: searchQuery }),
) {}
export class ContestCategoryListQuery extends queryOf(
  listQuery(DEFAULT_PAGE_SIZES.categories, { search: searchQuery }),
) {}
export class CreateCategoryDto extends bodyOf(categoryRules, { examples }) {}
export class UpdateCategoryDto extends patchOf(categoryRules, { examples }) {}
