/** Small changes of a contest, for the table of forgeries. */

export const set =
  (index, fields) =>
  ({ entries }) =>
    void Object.assign(entries[index], fields);
export const without =
  (index, ...names) =>
  ({ entries }) =>
    void names.forEach((name) => delete entries[index][name]);
export const insert = (make) => (contest) => void contest.entries.push(...[make(contest)].flat());
export const person = (page, who) =>
  page.categories.flatMap(({ contestants }) => contestants).find((one) => one.id === who);

/**
 * Forgeries of one honest contest, by what they are.
 * @param {() => import('./published-contest.mjs').Contest} of
 * @param {Record<string, Omit<import('./forgeries.mjs').Forgery, 'what' | 'of'>>} table
 */
export const forgeriesOf = (of, table) =>
  Object.entries(table).map(([what, forgery]) => ({ what, of, ...forgery }));
