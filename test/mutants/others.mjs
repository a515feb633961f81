const worker = { spec: 'test/api/worker-guards.spec.ts' };
const service = { spec: 'test/api/service-guards.spec.ts' };
const tokens = {
  file: 'libs/accounts/src/access/token.service.ts',
  spec: 'libs/accounts/src/access/token.service.spec.ts',
};

/** Mutants of mail, retention, the log, pictures, accounts, their tokens, and votes entered by hand. */
export const OTHERS = [
  {
    name: 'tally: the rows of a fold are chosen anew for every row of the table',
    file: 'libs/voting/src/tally/sql/drain-tally.sql',
    text: 'id = ANY(ARRAY(SELECT id FROM tally_outbox WHERE contest_id = $1 ORDER BY id LIMIT $2 FOR UPDATE SKIP LOCKED))',
    replacement:
      'id IN (SELECT id FROM tally_outbox WHERE contest_id = $1 ORDER BY id LIMIT $2 FOR UPDATE SKIP LOCKED)',
    spec: 'test/api/tally-folds.spec.ts',
  },
  {
    name: 'manual votes: no maximum amount',
    file: 'libs/voting/src/intake/cast-row.ts',
    text: "  if (amount > limit.most) return wrongTotal('AMOUNT_TOO_LARGE', limit.message);\n",
    replacement: '',
    ...service,
  },
  {
    name: 'pictures: the camera’s rotation is lost',
    file: 'libs/contests/src/pictures/picture.service.ts',
    text: '\n      .autoOrient()',
    replacement: '',
    ...service,
  },
  {
    name: 'reveal: a vote is logged under another name',
    file: 'libs/payments/src/records/reveal.service.ts',
    text: "action: 'vote.reveal'",
    replacement: "action: 'payment.reveal'",
    ...service,
  },
  {
    name: 'reveal: a payment is logged under another name',
    file: 'libs/payments/src/records/reveal.service.ts',
    text: "action: 'payment.reveal'",
    replacement: "action: 'vote.reveal'",
    ...service,
  },
  {
    name: 'users: nobody waits for approval',
    file: 'libs/accounts/src/users.repository.ts',
    text: "return this.source.getRepository(User).countBy({ approvalStatus: 'PENDING', deletedAt: IsNull() });",
    replacement: 'return 0;',
    ...service,
  },
  {
    name: 'tokens: another algorithm may have signed them',
    text: 'algorithms: [TOKEN_ALGORITHM],',
    replacement: "algorithms: [TOKEN_ALGORITHM, 'HS512'],",
    ...tokens,
  },
  {
    name: 'tokens: the user of any name is looked for',
    text: '    if (!isUuid(payload.sub)) return null;\n',
    replacement: '',
    ...tokens,
  },
  {
    name: 'tokens: one without an end holds for ever',
    text: "      if (typeof payload.exp !== 'number') return null;\n",
    replacement: '',
    ...tokens,
  },
  {
    name: 'tokens: an empty name of a key is no name',
    text: 'if (kid !== undefined) return',
    replacement: 'if (kid) return',
    ...tokens,
    file: 'libs/accounts/src/access/signing-keys.ts',
  },
  {
    name: 'mail: tried again a thousand times later',
    file: 'libs/messages/src/mail/mail.service.ts',
    text: 'const FIRST_RETRY_MS = 60_000;',
    replacement: 'const FIRST_RETRY_MS = 60_000_000;',
    ...worker,
  },
  {
    name: 'retention: bodies of webhooks are kept',
    file: 'libs/voting/src/retention/erase-messages.sql',
    text: "UPDATE webhook_inbox SET body = ''\nWHERE",
    replacement: "UPDATE webhook_inbox SET body = ''\nWHERE false AND",
    ...worker,
  },
  {
    name: 'contest end: written as the time of the sweep',
    file: 'libs/contests/src/contests/contest-clock.service.ts',
    text: 'ended_at = end_date',
    replacement: 'ended_at = $2',
    ...worker,
  },
];
