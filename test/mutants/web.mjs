const contest = (name, spec = name) => ({
  file: `apps/web/src/features/contest/${name}.ts`,
  spec: `apps/web/src/features/contest/${spec}.spec.ts`,
});
const SENDING = contest('send-vote');
const ATTEMPT = contest('cast-vote');
const PROOFS = contest('voter-tokens');
const STATE = { file: 'apps/web/src/lib/voting-state.ts', spec: 'apps/web/src/lib/voting-state.spec.ts' };

/** Mutants of what a voter's browser does: votes, money and what is read. */
export const WEB = [
  {
    name: 'web: every press is a new attempt: an answer that was lost counts twice',
    text: 'if (body !== this.body) {',
    replacement: 'if (body !== this.body || this.key) {',
    ...ATTEMPT,
  },
  {
    name: 'web: the next vote with the same content is the old attempt: it does not count',
    text: "  done(): void {\n    this.body = '';\n",
    replacement: '  done(): void {\n',
    ...ATTEMPT,
  },
  {
    name: 'web: cards move under the finger',
    text: '(a, b) => (position.get(a.id) ?? ids.length) - (position.get(b.id) ?? ids.length),',
    replacement: '() => 0 * position.size,',
    ...contest('use-calm-order'),
  },
  {
    name: 'web: voting does not open by itself',
    text: '[Date.parse(startDate), Date.parse(endDate)]',
    replacement: '[Date.parse(startDate) * 0, Date.parse(endDate)]',
    ...STATE,
  },
  {
    name: 'web: voting does not close by itself',
    text: '[Date.parse(startDate), Date.parse(endDate)]',
    replacement: '[Date.parse(startDate), Date.parse(endDate) * 0]',
    ...STATE,
  },
  {
    name: 'web: rank 13 is the 13rd',
    text: 'lastTwo >= 11 && lastTwo <= 13',
    replacement: 'lastTwo >= 11 && lastTwo < 13',
    file: 'apps/web/src/texts/en/common.ts',
    spec: 'apps/web/src/lib/format.spec.ts',
  },
  {
    name: 'web: pictures with a stored path of Windows are not found',
    text: "path.replaceAll('\\\\', '/').replace",
    replacement: 'path.replace',
    file: 'apps/web/src/lib/format.ts',
    spec: 'apps/web/src/lib/format.spec.ts',
  },
  {
    name: 'web: pictures are looked for below the page that shows them',
    text: '`${window.location.origin}/${path',
    replacement: '`${path',
    file: 'apps/web/src/lib/format.ts',
    spec: 'apps/web/src/lib/format.spec.ts',
  },
  {
    name: 'web: a price that has changed is paid without being shown',
    text: 'Math.round(vote.amount * 100) !== shown.amountPesewas || ',
    replacement: '',
    ...SENDING,
  },
  {
    name: 'web: fewer votes than were shown are paid for',
    text: ' || vote.voteCount < shown.votes',
    replacement: '',
    ...SENDING,
  },
  {
    name: 'web: a sheet that was closed asks for money',
    text: '    signal.throwIfAborted();\n',
    replacement: '',
    ...SENDING,
  },
  {
    name: 'web: a vote that is paid is paid again',
    text: " && vote.status !== 'COMPLETED') {",
    replacement: ') {',
    ...SENDING,
  },
  {
    name: 'web: the tab forgets the payment that a wallet is asked for',
    text: '    remember(begun.reference);\n',
    replacement: '',
    ...SENDING,
  },
  {
    name: 'web: a held vote is called cast',
    text: "return vote.status === 'COMPLETED'\n",
    replacement: 'return vote.voteCount\n',
    ...SENDING,
  },
  {
    name: 'web: proofs of one contest are sent to another',
    text: '(read()[contestId] ?? [])',
    replacement: 'Object.values(read()).flat()',
    ...PROOFS,
  },
  {
    name: 'web: a proof that has expired is sent',
    text: '.filter(([, until]) => until > Date.now());',
    replacement: '.filter(([, until]) => until > 0);',
    ...PROOFS,
  },
  {
    name: 'web: the next voter at a device finds the ballot code of the one before',
    text: '{ ballotCode: _, ...values }: VoteForm',
    replacement: 'values: VoteForm',
    ...contest('vote-draft'),
  },
  {
    name: 'web: a sheet that is opened again sends another code',
    text: 'if (known && !again && known.until > Date.now()) return known;',
    replacement: '',
    ...contest('phone-proof'),
  },
];
