import { pageAt } from '@abato/contracts';

/** More rows than a test makes. */
export const FIRST_PAGE = pageAt(1, 100);
