import { OF_NAMES, OF_PAGE } from './forgeries/page.mjs';
import { OF_REVERSALS } from './forgeries/reversals.mjs';
import { OF_RULES } from './forgeries/rules.mjs';
import { OF_FORM, OF_TIMES } from './forgeries/times.mjs';
import { OF_VOTES } from './forgeries/votes.mjs';

/**
 * Forgeries: what an operator with the key of the log could publish, each one small change of an honest contest. What follows from the entries
 * follows the forgery: signature, root, tiles, counts and ranks of the page, rules and their hashes. `page` and `answer` change what the site shows
 * after that.
 * @typedef {object} Forgery
 * @property {string} what
 * @property {() => import('./published-contest.mjs').Contest} of the honest contest
 * @property {(contest: import('./published-contest.mjs').Contest) => void} [log] changes entries or rules
 * @property {(page: Record<string, any>) => void} [page]
 * @property {(rules: Record<string, any>) => void} [answer]
 * @property {string} refused the sentence, or a part of it
 */

export const FORGERIES = [
  ...OF_VOTES,
  ...OF_FORM,
  ...OF_TIMES,
  ...OF_RULES,
  ...OF_REVERSALS,
  ...OF_PAGE,
  ...OF_NAMES,
];
