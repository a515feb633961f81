import {
  DEFAULT_PAGE_SIZES,
  hostExamples as examples,
  hostRules,
  hostSettingsRules,
  listQuery,
  searchQuery,
} from '@abato/contracts';
import { bodyOf, patchOf, pathOf, queryOf } from '../http/dto.js';

/** Fields of a multipart update. */
export const hostFormRules = { ...hostRules, ...hostSettingsRules };

const picture = { field: 'logo' } as const;

export class HostPath extends pathOf({ id: 'HOST_NOT_FOUND' }) {}
export class HostListQuery extends queryOf(listQuery(DEFAULT_PAGE_SIZES.hosts, { search: searchQuery })) {}
export class CreateHostDto extends bodyOf(hostRules, examples, picture) {}
export class UpdateHostDto extends patchOf(hostFormRules, examples, picture) {}
