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
    text: "if ofAddress == wanted then redis.call('EXPIRE', addressKey, addressSeconds) end",
    replacement: '',
    ...CHARGE,
  },
  {
    name: 'limits: votes of one address are counted by casts',
    text: "redis.call('INCRBY', addressKey, wanted)",
    replacement: "redis.call('INCRBY', addressKey, 1)",
    ...CHARGE,
    spec: 'test/api/limiters-agree.spec.ts',
  },
  {
    name: 'limits: outside networks need no person check',
    text: "proof == '0' and outside and outside.sum",
    replacement: "proof == 'never' and outside and outside.sum",
    ...CHARGE,
    spec: 'test/api/limiters-agree.spec.ts',
  },
  {
    name: 'limits: outside networks may give any number of votes',
    text: '        verdict = 12\n',
    replacement: '        verdict = 0\n',
    ...CHARGE,
    spec: 'test/api/limiters-agree.spec.ts',
  },
  {
    name: 'limits: outside networks get a second allowance while Redis is away',
    text: '        this.noteCounted(votes, verdicts, minuteOf(now));\n',
    replacement: '',
    ...RULES,
    file: 'libs/voting/src/limits/free-vote-limiter.ts',
    only: 'one allowance',
  },
  {
    name: 'limits: Redis is not told what outside networks got without it',
    text: "keys.push(phoneKey, deviceKey, '', '', outsideKey, browsersKey);",
    replacement: "keys.push(phoneKey, deviceKey, '', '', '', browsersKey);",
    ...RULES,
    file: 'libs/voting/src/limits/redis-limits.ts',
    only: 'one allowance',
  },
  {
    name: 'limits: an ordinary person check is enough for outside networks',
    text: "if (!(Number(data['strength'] ?? 1) >= strength)) return false;",
    replacement: '',
    ...RULES,
    file: 'libs/voting/src/person-check/person-checks.ts',
    only: 'strength',
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
