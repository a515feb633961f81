/**
 * Changes that `npm run mutate` makes and no test can notice, by area, with the reason: nobody can see a difference, or it is a text that
 * only a log has. They are not counted; an entry that no longer survives fails the run.
 *
 * @type {Record<string, import('../../scripts/lib/mutation-score.mjs').AcceptedMutant[]>}
 */
export const ACCEPTED = {};
