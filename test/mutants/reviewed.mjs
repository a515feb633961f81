import { CASTING } from './casting.mjs';
import { LIMITS } from './limits.mjs';
import { LIVE } from './live.mjs';
import { MONEY } from './money.mjs';
import { OTHERS } from './others.mjs';

/**
 * Mistakes that a review planted and no test noticed. Each must now make its spec fail: `npm run mutate -- reviewed`.
 *
 * @typedef {object} ReviewedMutant
 * @property {string} name what is wrong with it, unique
 * @property {string} file from the root of the repository
 * @property {string} text occurs exactly once in the file
 * @property {string} replacement
 * @property {string} spec the file with a test that must fail
 */

/** @type {ReviewedMutant[]} */
export const REVIEWED = [...MONEY, ...CASTING, ...LIMITS, ...LIVE, ...OTHERS];
