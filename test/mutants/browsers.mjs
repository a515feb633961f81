const SPEC = { spec: 'test/api/browser-limits.spec.ts' };
const ALLOWANCE = { spec: 'test/api/browser-allowance.spec.ts' };
const CHARGE = { ...ALLOWANCE, file: 'libs/voting/src/limits/charge-free-votes.lua' };
const AGREE = {
  ...CHARGE,
  spec: 'test/api/limiters-agree.spec.ts',
  only: 'free votes agree on many votes of unknown',
};
const TOKENS = {
  ...SPEC,
  file: 'libs/voting/src/person-check/browser-tokens.ts',
  only: 'takes a token for the browser',
  served: true,
};
const PROOFS = { ...SPEC, file: 'libs/voting/src/intake/voter-proofs.ts', served: true };
const ROW = { ...SPEC, file: 'libs/voting/src/intake/cast-row.ts', served: true };

/** Mutants of browser tokens, of the allowance of votes without one, and of the price of person checks. */
export const BROWSERS = [
  {
    name: 'browsers: unknown ones may give any number of votes',
    text: '        verdict = 13\n',
    replacement: '        verdict = 0\n',
    ...AGREE,
  },
  {
    name: 'browsers: one network may take the whole allowance of unknown ones',
    text: 'math.floor(most * nearPercent / 100)',
    replacement: 'most',
    ...AGREE,
  },
  {
    name: 'browsers: a wider network may take the whole allowance of unknown ones',
    text: 'math.floor(most * widePercent / 100)',
    replacement: 'most',
    ...AGREE,
  },
  {
    name: 'browsers: there is no limit of unknown ones from everywhere',
    text: '  return browsers.unknown + wanted > most\n    or ',
    replacement: '  return ',
    ...AGREE,
  },
  {
    name: 'browsers: what known ones give does not raise the allowance',
    text: 'math.max(unknownMost, math.floor(usual * knownPercent / 100))',
    replacement: 'unknownMost',
    ...CHARGE,
    only: 'are more where known browsers',
  },
  {
    name: 'browsers: digests of networks are kept as long as votes come',
    text: "    redis.call('DEL', key)\n",
    replacement: '',
    ...CHARGE,
    only: 'gone after an hour',
  },
  {
    name: 'browsers: digests of networks are kept for ever',
    text: "  redis.call('EXPIRE', key, seconds)\n",
    replacement: '',
    ...CHARGE,
    only: 'gone after an hour',
  },
  {
    name: 'browsers: unknown ones get a second allowance while Redis is away',
    text: '        this.noteCounted(votes, verdicts, minuteOf(now));\n',
    replacement: '',
    ...ALLOWANCE,
    file: 'libs/voting/src/limits/free-vote-limiter.ts',
    only: 'one allowance',
  },
  {
    name: 'browsers: Redis is not told what unknown ones got without it',
    text: "keys.push(phoneKey, deviceKey, '', '', outsideKey, browsersKey);",
    replacement: "keys.push(phoneKey, deviceKey, '', '', outsideKey, '');",
    ...ALLOWANCE,
    file: 'libs/voting/src/limits/redis-limits.ts',
    only: 'one allowance',
  },
  {
    name: 'browsers: the price of tokens and checks does not rise without Redis',
    text: 'this.pausedUntil) return priceOf(known);',
    replacement: 'this.pausedUntil) return 0;',
    ...ALLOWANCE,
    file: 'libs/voting/src/person-check/check-prices.ts',
    only: 'with Redis and without',
  },
  {
    name: 'browsers: each process has a price of its own',
    text: 'priceOf(Math.max(known, Number(answers?.[0]?.[1] ?? 0)))',
    replacement: 'priceOf(known)',
    ...ALLOWANCE,
    file: 'libs/voting/src/person-check/check-prices.ts',
    only: 'counts for all processes',
  },
  {
    name: 'browsers: a token that was made this moment explains a vote',
    text: '(strength > 0 ? 0 : LEAST_AGE_MS)',
    replacement: '0',
    ...TOKENS,
  },
  {
    name: 'browsers: a token is good for ever',
    text: ' && age < LIFE_MS',
    replacement: '',
    ...TOKENS,
  },
  {
    name: 'browsers: a token of another browser explains a vote',
    text: '`browser|${deviceId.toLowerCase()}|${signed}`',
    replacement: '`browser|${signed}`',
    ...TOKENS,
  },
  {
    name: 'browsers: a token from abroad explains a vote in Ghana',
    text: '(!origin.isOutside || this.network.isOutside(address))',
    replacement: 'Boolean(address)',
    ...PROOFS,
    only: 'takes a token for the browser',
  },
  ...[
    ['with Redis', "{ 'unknown', network, wider }", '{ network, wider }', 'refund-free-votes.lua'],
    ['of known ones with Redis', "takeOff(browsersKey, 'known', votes)", '', 'refund-free-votes.lua'],
    [
      'without Redis',
      'this.browsersOf(vote)?.giveBack(vote.unknown, vote.votes, minute);',
      '',
      'address-memory.ts',
    ],
  ].map(([how, text, replacement, file]) => ({
    name: `browsers: votes that are not written use up the allowance ${how}`,
    text,
    replacement,
    ...ALLOWANCE,
    file: `libs/voting/src/limits/${file}`,
    only: 'are given back',
  })),
  {
    name: 'browsers: checks for votes cost the same however many are asked for',
    text: 'Math.max(1, price, this.strengthOf(address, contest))',
    replacement: 'Math.max(1, this.strengthOf(address, contest))',
    ...PROOFS,
    only: 'take more work once',
  },
  {
    name: 'browsers: a vote whose number is proven needs a token',
    text: 'isOpen && !browser.isKnown ?',
    replacement: '!browser.isKnown ?',
    ...ROW,
    only: 'proven or paid',
  },
  {
    name: 'browsers: the check of a token takes the place of that of every vote',
    text: "(browser.isPerson && contest.limits.challenge === 'AUTO')",
    replacement: 'browser.isPerson',
    ...ROW,
    only: 'takes the check of a token',
  },
  {
    name: 'browsers: a proven number of the light page needs a token',
    text: '      row.guard.unknown = null;\n',
    replacement: '',
    ...SPEC,
    file: 'libs/voting/src/intake/vote-intake.ts',
    only: 'number is proven',
    served: true,
  },
];
