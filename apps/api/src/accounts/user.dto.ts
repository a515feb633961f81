import {
  APPROVAL_STATUSES,
  choiceQuery,
  DEFAULT_PAGE_SIZES,
  listQuery,
  rejectUserExamples,
  rejectUserRules,
  ROLES,
  searchQuery,
} from '@abato/contracts';
import { bodyOf, pathOf, queryOf } from '../http/dto.js';

export class UserPath extends pathOf({ id: 'USER_NOT_FOUND' }) {}
export class UserListQuery extends queryOf(
  listQuery(DEFAULT_PAGE_SIZES.users, {
    approvalStatus: choiceQuery('approvalStatus', APPROVAL_STATUSES),
    role: choiceQuery('role', ROLES),
    search: searchQuery,
  }),
) {}
export class RejectUserDto extends bodyOf(rejectUserRules, { examples: rejectUserExamples }) {}
