import { VOTE_REFUSALS } from './contest.js';
import { cedis, flag, id, like, nullable, oneOf, type Shown, text, view } from './schema.js';

/** What every code of a contestant looks like. */
const NOMINEE_CODE = /^[1-9]\d{3,5}$/;

/** Whether a text can be the code of a contestant at all. */
/* @__NO_SIDE_EFFECTS__ */
export function isNomineeCode(code: string): boolean {
  return NOMINEE_CODE.test(code);
}

/** Whom a code names, and whether votes are taken: public. */
export const nomineeByCodeView = view('NomineeByCode', {
  contestId: id,
  categoryId: id,
  contestantId: id,
  name: like(text, 'Adwoa Boateng'),
  contestTitle: like(text, 'Song of the Year 2026'),
  votePrice: cedis,
  open: flag,
  reason: nullable(oneOf(VOTE_REFUSALS)),
  /** What is dialled to vote for the nominee; null where voting by USSD is off. */
  ussd: nullable(like(text, '*713*4821#')),
});
export type NomineeByCode = Shown<typeof nomineeByCodeView>;
