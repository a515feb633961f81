const WINDOW = { spec: 'test/payments/payment-window.spec.ts' };
const RULES = {
  file: 'libs/payments/src/rules/payment-situation.ts',
  spec: 'libs/payments/src/rules/payment-situation.spec.ts',
};
const FINAL = {
  spec: 'test/api/final-results.spec.ts',
  only: 'the public counts between the end and final results',
  served: true,
};
const BOARD = { file: 'libs/voting/src/tally/tally-board.ts', ...FINAL };
const PUBLIC = { file: 'libs/voting/src/public/public-contests.service.ts', ...FINAL };
const GATEWAY = { file: 'apps/api/src/live/live.gateway.ts', ...FINAL };

/** Mutants of what holds from a contest's end on: no result can be bought, and none is shown early. */
export const ENDINGS = [
  {
    name: 'end: a payment is begun after it',
    file: 'libs/payments/src/attempts/attempts.ts',
    text: "  if (!mayBeginPayment(vote.contest_end, now)) throw new AppError('CONTEST_ENDED');\n",
    replacement: '',
    ...WINDOW,
  },
  {
    name: 'end: a payment is begun at the very end',
    text: 'return now < contestEnd;',
    replacement: 'return now <= contestEnd;',
    ...RULES,
  },
  {
    name: 'end: what was begun after it counts',
    text: ' || facts.createdAt > contestEnd) return false;',
    replacement: ') return false;',
    ...RULES,
  },
  {
    name: 'end: what was cast after it counts',
    text: 'if (facts.voteCastAt > contestEnd || ',
    replacement: 'if (',
    ...RULES,
  },
  {
    name: 'end: paid at any time after it',
    text: '  return +paidAt <= +contestEnd + PAYMENT_GRACE_MS;\n',
    replacement: '  return +paidAt > 0;\n',
    ...RULES,
  },
  {
    name: 'end: a late payment is accepted by hand',
    text: "? 'accepted' : 'accepted-late';",
    replacement: "? 'accepted' : 'accepted';",
    ...RULES,
  },
  {
    name: 'end: an accepted payment of a counted vote is a second payment',
    text: "      if (facts.voteCounted) return 'accepted-again';\n",
    replacement: "      if (facts.voteCounted) return 'paid-again';\n",
    ...RULES,
  },
  {
    name: 'end: a payment is accepted when results are final',
    text: "      if (facts.resultsFinal) return 'accepted-after-final';\n",
    replacement: '',
    ...RULES,
  },
  {
    name: 'end: settlement does not know that results are final',
    file: 'libs/payments/src/settlement/settle.sql',
    text: 'c.results_final_at IS NOT NULL AS results_final',
    replacement: 'false AS results_final',
    ...WINDOW,
  },
  {
    name: 'end: settlement does not know when it was ended by hand',
    file: 'libs/payments/src/settlement/settle.sql',
    text: 'coalesce(c.ended_at, c.end_date) AS contest_end',
    replacement: 'c.end_date AS contest_end',
    ...WINDOW,
  },
  {
    name: 'end: paying does not know when it was ended by hand',
    file: 'libs/payments/src/attempts/attempts.sql',
    text: 'coalesce(c.ended_at, c.end_date) AS contest_end',
    replacement: 'c.end_date AS contest_end',
    ...WINDOW,
  },
  {
    name: 'end: an acceptance refused by its time is answered as done',
    file: 'libs/payments/src/decisions/payment-decisions.service.ts',
    text: '    if (!settled || settled.from === settled.to) {'.trimStart(),
    replacement: 'if (!settled) {',
    spec: 'test/api/payments-money-back.spec.ts',
    served: true,
  },
  {
    name: 'provisional: final results are',
    file: 'libs/contests/src/contests/contest-state.ts',
    text: "contest.resultsFinalAt || contest.status === 'DRAFT'",
    replacement: "contest.status === 'DRAFT'",
    spec: 'libs/contests/src/contests/contest-state.spec.ts',
  },
  {
    name: 'provisional: not before the sweep has ended the contest',
    file: 'libs/contests/src/contests/contest-state.ts',
    text: ' || now.getTime() > contest.endDate.getTime();',
    replacement: ';',
    spec: 'libs/contests/src/contests/contest-state.spec.ts',
  },
  {
    name: 'provisional: the board shows what is confirmed',
    text: 'return of && isProvisional(of, now) ? board.atEnd : board;',
    replacement: 'return board;',
    ...BOARD,
  },
  {
    name: 'provisional: the board asks with the counts of the organiser',
    text: 'const board = known && this.use(known, of);',
    replacement: 'const board = known && this.use(known, undefined);',
    ...BOARD,
  },
  {
    name: 'provisional: votes after the end are in the counts at the end',
    text: 'note(atEnd, id, votes - votesAfterEnd, versionAtEnd);',
    replacement: 'note(atEnd, id, votes, versionAtEnd);',
    ...BOARD,
  },
  {
    name: 'provisional: the version tells of a payment',
    text: '  atEnd.version = versionAtEnd;\n',
    replacement: '  atEnd.version = tally.version;\n',
    ...BOARD,
  },
  {
    name: 'provisional: the page shows what is confirmed',
    text: 'await this.board.read(facts.id, facts);',
    replacement: 'await this.board.read(facts.id);',
    ...PUBLIC,
  },
  {
    name: 'provisional: the list shows what is confirmed',
    text: 'const total = provisional ? size.votesAtEnd : size.votes;',
    replacement: 'const total = provisional ? size.votes : size.votes;',
    ...PUBLIC,
  },
  {
    name: 'provisional: the page does not say so',
    text: '      provisional: isProvisional(facts, now),\n',
    replacement: '      provisional: false,\n',
    ...PUBLIC,
  },
  {
    name: 'provisional: a page from before the end is kept',
    text: 'if (cached.refusal !== refusal || cached.provisional !== provisional) return null;',
    replacement: 'if (cached.refusal !== refusal) return null;',
    ...PUBLIC,
    spec: 'libs/voting/src/public/public-contests.service.spec.ts',
    only: undefined,
    served: false,
  },
  {
    name: 'provisional: a page from before the end is built upon',
    text: '      cached.refusal === momentary.refusal &&\n      cached.provisional === momentary.provisional\n',
    replacement: '      cached.refusal === momentary.refusal\n',
    ...PUBLIC,
    spec: 'libs/voting/src/public/public-contests.service.spec.ts',
    only: undefined,
    served: false,
  },
  {
    name: 'provisional: a new viewer is sent what is confirmed',
    text: 'const tally = await this.board.whole(contest.id, contest.contestants, contest.facts);',
    replacement: 'const tally = await this.board.whole(contest.id, contest.contestants);',
    ...GATEWAY,
  },
  {
    name: 'provisional: viewers are sent what is confirmed',
    text: 'room.restVersion, contestants, facts);',
    replacement: 'room.restVersion, contestants);',
    ...GATEWAY,
  },
  {
    name: 'provisional: a slow viewer is sent what is confirmed',
    text: 'room.catchUp(await this.board.whole(contestId, contest.contestants, contest.facts));',
    replacement: 'room.catchUp(await this.board.whole(contestId, contest.contestants));',
    ...GATEWAY,
    spec: 'apps/api/src/live/live.gateway.spec.ts',
    only: undefined,
    served: false,
  },
  {
    name: 'provisional: the announcement of a change sends what is confirmed',
    text: '      const tally = await this.board.whole(contestId, contest.contestants, contest.facts);',
    replacement: '      const tally = await this.board.whole(contestId, contest.contestants);',
    ...GATEWAY,
    spec: 'apps/api/src/live/live.gateway.spec.ts',
    only: undefined,
    served: false,
  },
];
