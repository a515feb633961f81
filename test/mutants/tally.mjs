const DRAIN = {
  file: 'libs/voting/src/tally/sql/drain-tally.sql',
  spec: 'test/api/tally-together.spec.ts',
};
const SHARE = { file: 'libs/voting/src/tally/sql/count-voters.sql', spec: DRAIN.spec };

/** Mutants of a fold whose voters are written by several connections. */
export const TALLY = [
  {
    name: 'tally: counts of voters are taken when there is nothing to fold',
    text: ' AND EXISTS (SELECT FROM taken)',
    replacement: '',
    ...DRAIN,
  },
  {
    name: 'tally: voters that several connections wrote are not added',
    text: "WHERE kind = 'phone') + (SELECT coalesce(sum(phones), 0) FROM written)",
    replacement: "WHERE kind = 'phone')",
    ...DRAIN,
  },
  {
    name: 'tally: e-mail addresses that several connections wrote are not added',
    text: "WHERE kind = 'email') + (SELECT coalesce(sum(emails), 0) FROM written)",
    replacement: "WHERE kind = 'email')",
    ...DRAIN,
  },
  {
    name: 'tally: a fold takes other rows than those whose voters were written',
    text: 'AND ($4::bigint[] IS NULL OR id IN (SELECT unnest($4::bigint[])))',
    replacement: '',
    ...DRAIN,
  },
  {
    name: 'tally: the last share of the voters is not written',
    text: '% $4::int = $3::int',
    replacement: '% ($4::int + 1) = $3::int',
    ...SHARE,
  },
  {
    name: 'tally: a fold goes on without a share that failed',
    file: 'libs/voting/src/tally/tally.repository.ts',
    text: "if (failed?.status === 'rejected') throw failed.reason;",
    replacement: '',
    spec: DRAIN.spec,
  },
  {
    name: 'tally: a contest that is far behind is folded by one connection',
    file: 'libs/voting/src/tally/tally.ts',
    text: 'if (!behind || this.together ||',
    replacement: 'if (!behind || !this.together ||',
    spec: DRAIN.spec,
  },
];
