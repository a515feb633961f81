const SPEC = { spec: 'test/api/electorate.spec.ts', served: true };
const BALLOTS = { ...SPEC, spec: 'test/api/electorate-ballots.spec.ts' };
const CLAIM = { ...BALLOTS, file: 'libs/voting/src/electorate/sql/claim-ballot.sql' };
const BOX = { ...BALLOTS, file: 'libs/voting/src/electorate/ballot-box.ts' };
const GUESSES = { ...BALLOTS, file: 'libs/voting/src/electorate/ballot-guesses.ts' };
const LIST = { ...SPEC, file: 'libs/voting/src/electorate/electorates.service.ts' };

/** Mutants of elections: who is listed, one ballot each, and guessed codes; and of the public fair-play figures. */
export const ELECTORATE = [
  {
    name: 'electorate: an elector has any number of ballots',
    text: 'WHERE b.changes < $7',
    replacement: 'WHERE b.changes < $7 OR $7 = 0',
    only: 'counts once per category for a printed code',
    ...CLAIM,
  },
  {
    name: 'electorate: the list is not asked',
    text: "if (!claim?.listed) throw new NothingWritten('elector');",
    replacement: '',
    only: 'counts for a proven number that is listed',
    ...BOX,
  },
  {
    name: 'electorate: a ballot that is used is cast again',
    text: "if (!claim.claimed) throw new NothingWritten('used');",
    replacement: '',
    only: 'counts once',
    ...BOX,
  },
  {
    name: 'electorate: a changed vote goes on counting',
    text: 'await takeBackVote(sql, { voteId: claim.replaced, paymentId: null }, now);',
    replacement: '',
    only: 'replaces the earlier vote by a reversal',
    ...BOX,
  },
  {
    name: 'electorate: votes can be changed although the organiser did not say so',
    text: 'const changes = contest.facts.allowBallotChange ? MAX_BALLOT_CHANGES : 0;',
    replacement: 'const changes = MAX_BALLOT_CHANGES;',
    only: 'counts once per category for a printed code',
    ...BOX,
  },
  {
    name: 'electorate: a number votes without a proof',
    text: "(source === 'USSD' || this.tokens.proves(token, phoneDigest, this.clock.now()))",
    replacement: "(source === 'USSD' || Boolean(this.tokens) || token !== undefined)",
    only: 'told to its owner only',
    ...BOX,
  },
  {
    name: 'electorate: one ballot is many votes',
    text: 'if (vote.voteCount !== 1) {',
    replacement: 'if (vote.voteCount < 1) {',
    only: 'is one vote',
    ...BOX,
  },
  {
    name: 'electorate: another code under the same key gets the first answer',
    text: "const after = digest ? { after: digest.toString('hex') } : {};",
    replacement: 'const after = {};',
    only: 'refuses another one under its key',
    ...BOX,
  },
  {
    name: 'electorate: a network guesses for ever',
    text: 'if (network && wrongOf(network) >= WRONG_CODES_PER_NETWORK) throw this.exhausted();',
    replacement: '',
    only: 'also for the right one',
    ...GUESSES,
  },
  {
    name: 'electorate: guesses at the same time are not counted',
    text: 'DO UPDATE SET wrong = g.wrong + 1 WHERE g.wrong < $4',
    replacement: 'DO UPDATE SET wrong = g.wrong + 1 WHERE g.wrong < $4 + 1000',
    only: 'also for the right one',
    ...GUESSES,
  },
  {
    name: 'electorate: the addresses of one network guess apart',
    text: "return this.secrets.voterDigest(contestId, 'address', orderingNetwork(address));",
    replacement:
      "return this.secrets.voterDigest(contestId, 'address', address || orderingNetwork(address));",
    only: 'whatever addresses of it ask',
    ...GUESSES,
  },
  {
    name: 'electorate: guessing costs no person check',
    text: 'if (wrongOf(WHOLE_CONTEST) < WRONG_CODES_PER_CONTEST) return;',
    replacement: 'if (wrongOf(WHOLE_CONTEST) >= 0) return;',
    only: 'costs a person check for each try',
    ...GUESSES,
  },
  {
    name: 'electorate: one person check is for any number of tries',
    text: 'if (!(await this.spend(contestId, check, TRIES_PER_CHECK)))',
    replacement: 'if (!(await this.spend(contestId, check, 1_000_000)))',
    only: 'which five tries use up',
    ...GUESSES,
  },
  {
    name: 'electorate: an active list is cleared',
    text: "if (contest.status !== 'DRAFT') {",
    replacement: 'if (false as boolean) {',
    only: 'can be cleared until then',
    ...LIST,
  },
  {
    name: 'electorate: the size of the list is no rule',
    text: "ofElectorate(column('electors', 'electors')),",
    replacement: '',
    only: 'is sealed with its size',
    ...SPEC,
    file: 'libs/contests/src/rules/sealed-rules.ts',
  },
  {
    name: 'electorate: a contest without voters is activated',
    text: 'isFree(contest, input) && !(await hasElector(manager, contest.id))',
    replacement: 'isFree(contest, input) && !(await hasElector(manager, contest.id)) && !manager',
    only: 'is needed to activate the contest',
    ...SPEC,
    file: 'libs/contests/src/contests/contest-rules.ts',
  },
  {
    name: 'electorate: ballots are entered by hand',
    text: 'if (takesBallots(contest)) {',
    replacement: 'if (takesBallots(contest) && !contest) {',
    only: 'is not entered by hand',
    ...BALLOTS,
    file: 'libs/payments/src/manual/manual-vote.service.ts',
  },
  {
    name: 'electorate: an erased number stays on the list',
    text: "'DELETE FROM electors e USING unnest(",
    replacement: "'DELETE FROM electors e USING (SELECT FROM electors WHERE false) AS none, unnest(",
    only: 'a number that is erased',
    ...SPEC,
    file: 'apps/admin/src/commands/erase-person.ts',
  },
  {
    name: 'electorate: who voted is kept when voters are erased',
    text: "for (const table of ['electors', 'ballots', 'ballot_guesses'])",
    replacement: "for (const table of ['ballot_guesses'])",
    only: 'voters are erased when a contest has been over',
    ...SPEC,
    spec: 'test/api/retention.spec.ts',
    file: 'libs/voting/src/retention/retention.service.ts',
  },
  {
    name: 'fair play: figures are told while results are hidden',
    text: 'if (!showResults) {',
    replacement: 'if (false as boolean) {',
    only: 'while results are hidden',
    spec: 'libs/voting/src/fair-play/fair-play.spec.ts',
    file: 'libs/voting/src/fair-play/fair-play.ts',
  },
];
