const RULES = {
  file: 'libs/accounts/src/throttling/throttle-rules.ts',
  spec: 'test/api/limit-guards.spec.ts',
};
const CHARGE = { ...RULES, file: 'libs/voting/src/limits/charge-free-votes.lua' };

/** Mutants of limits per phone, account, device and address. */
export const LIMITS = [
  {
    name: 'limits: find-vote allows an eleventh try',
    text: 'account: { free: 10, waitSeconds: 10,',
    replacement: 'account: { free: 11, waitSeconds: 10,',
    ...RULES,
  },
  {
    name: 'limits: forgot-password allows 3,000 tries',
    text: 'const MAIL_CAUSED = {\n  account: { free: 3,',
    replacement: 'const MAIL_CAUSED = {\n  account: { free: 3_000,',
    ...RULES,
  },
  {
    name: 'limits: digests of tries are kept for ever',
    text: "  redis.call('EXPIRE', key, ARGV[4 * i + 1])\n",
    replacement: '',
    ...RULES,
    file: 'libs/accounts/src/throttling/take-attempt.lua',
  },
  {
    name: 'limits: digests of neighbours are kept for ever',
    text: "redis.call('SET', nearKey, near, 'KEEPTTL')",
    replacement: "redis.call('SET', nearKey, near)",
    ...CHARGE,
  },
  {
    name: 'limits: digests of phones are kept for ever',
    text: "redis.call('SET', key, table.concat(parts), 'EX', seconds)",
    replacement: "redis.call('SET', key, table.concat(parts))",
    ...CHARGE,
  },
  {
    name: 'limits: digests of addresses are kept for ever',
    text: "if casts == 1 then redis.call('EXPIRE', addressKey, castSeconds) end",
    replacement: '',
    ...CHARGE,
  },
  {
    name: 'limits: a person check is valid for 1,000 hours',
    text: 'const VALID_MS = 10 * 60_000;',
    replacement: 'const VALID_MS = 1_000 * 3_600_000;',
    ...RULES,
    file: 'libs/voting/src/person-check/person-checks.ts',
  },
  {
    name: 'limits: votes entered by hand count as the phone’s free ones',
    text: " AND source <> 'MANUAL'",
    replacement: '',
    ...RULES,
    file: 'libs/voting/src/limits/used-free-votes.sql',
  },
];
