import {
  categoryExamples as examples,
  categoryRules,
  categorySettingsRules,
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
const formRules = { ...categoryRules, ...categorySettingsRules };

export class CreateCategoryDto extends bodyOf(formRules, { examples }) {}
export class UpdateCategoryDto extends patchOf(formRules, { examples }) {}
export class DeleteCategoryQuery extends queryOf(categorySettingsRules) {}
