import { VOTE_REFUSALS } from './contest.js';
import * as s from './schema.js';

/** What every code of a contestant looks like. */
const NOMINEE_CODE = /^[1-9]\d{3,5}$/;

/** Whether a text can be the code of a contestant at all. */
/* @__NO_SIDE_EFFECTS__ */
export function isNomineeCode(code: string): boolean {
  return NOMINEE_CODE.test(code);
}

/** Whom a code names, and whether votes are taken: public. */
export const nomineeByCodeView = s.view('NomineeByCode', {
  contestId: s.id,
  categoryId: s.id,
  contestantId: s.id,
  name: s.like(s.text, 'Adwoa Boateng'),
  contestTitle: s.like(s.text, 'Song of the Year 2026'),
  votePrice: s.cedis,
  open: s.flag,
  reason: s.nullable(s.oneOf(VOTE_REFUSALS)),
  /** What is dialled to vote for the nominee; null where voting by USSD is off. */
  ussd: s.nullable(s.like(s.text, '*713*4821#')),
});
export type NomineeByCode = s.Shown<typeof nomineeByCodeView>;
