const USSD = { spec: 'test/api/ussd.spec.ts', served: true };
const SERVICE = { file: 'libs/ussd/src/ussd.service.ts', ...USSD };
const TURNS = { file: 'libs/ussd/src/turns.ts', ...USSD };
const SCREENS = { spec: 'libs/ussd/src/texts.spec.ts' };

/** Mutants of voting by USSD: of what keeps a repeated request from voting again, and of what fits a phone. */
export const USSD_VOTES = [
  {
    name: 'ussd: each request casts under a key of its own',
    text: "const text = JSON.stringify(['ussd', gateway, sessionId, phone]);",
    replacement: "const text = JSON.stringify(['ussd', gateway, sessionId, phone, Math.random()]);",
    file: 'libs/ussd/src/session-store.ts',
    ...USSD,
    only: 'gets the same',
  },
  {
    name: 'ussd: a repeated input is a new one',
    text: 'if (input.text !== last.input) return null;',
    replacement: 'return null;',
    file: 'libs/ussd/src/repeated-answer.ts',
    spec: 'libs/ussd/src/repeated-answer.spec.ts',
  },
  {
    name: 'ussd: a request beside the same one is another',
    text: 'if (running) return running;',
    replacement: '',
    ...SERVICE,
    equivalent: 'within one process the later of both nearly always finds the answer of the first',
  },
  {
    name: 'ussd: a lost session forgets its vote',
    text: 'if (screen) return screen;',
    replacement: '',
    ...SERVICE,
    only: 'after the session was lost',
  },
  {
    name: 'ussd: any secret opens the route',
    text: '!timingSafeEqual(digestOf(secret), this.secretDigest)',
    replacement: 'false',
    ...SERVICE,
    spec: 'test/api/ussd-gateways.spec.ts',
    only: 'for the right secret',
  },
  {
    name: 'ussd: a vote is one of the website',
    text: "source: 'USSD',",
    replacement: "source: 'WEB',",
    ...TURNS,
    only: 'counts as one of the channel',
  },
  {
    name: 'ussd: a person check is asked for',
    text: 'proven: vouched,\n',
    replacement: 'proven: false,\n',
    file: 'libs/voting/src/intake/cast-row.ts',
    ...USSD,
    only: 'counts as one of the channel',
  },
  {
    name: 'ussd: a prompt that waits in line is tried whenever failed ones are',
    text: 'return { kind: \'later\', reason, retryAfter: secondsToTurn(error) };',
    replacement: 'return { kind: \'later\', reason };',
    file: 'libs/ussd/src/charges/begin-charges.service.ts',
    spec: 'test/api/worker-guards.spec.ts',
    only: 'prompt of a USSD vote',
  },
  {
    name: 'ussd: a prompt waits in line for ever',
    text: 'if (!passes || isOld)',
    replacement: 'if (!passes)',
    file: 'libs/ussd/src/charges/begin-charges.service.ts',
    spec: 'test/api/worker-guards.spec.ts',
    only: 'prompt of a USSD vote',
  },
  {
    name: 'ussd: names take what a screen has',
    text: 'cut(name, lengths.get(index) ?? 0)',
    replacement: 'name',
    file: 'libs/ussd/src/gsm.ts',
    ...SCREENS,
  },
  {
    name: 'ussd: letters are sent as they are written',
    text: 'const wanted = names.map(plain);',
    replacement: 'const wanted = [...names];',
    file: 'libs/ussd/src/gsm.ts',
    ...SCREENS,
  },
  {
    name: 'codes: the code of a deleted nominee is given again',
    text: "AND NOT EXISTS (SELECT FROM released_codes r WHERE r.code = drawn AND r.released_at > clock_timestamp() - interval '1 year')",
    replacement: '',
    file: 'libs/database/src/migrations/nominee-codes/nominee-codes.sql',
    spec: 'test/api/nominee-codes.spec.ts',
    only: 'is not given again',
    served: true,
  },
  {
    name: 'codes: a draft is found by its code',
    text: "if (!contest || contest.facts.status === 'DRAFT') return null;",
    replacement: 'if (!contest) return null;',
    file: 'libs/contests/src/contestants/nominee-codes.ts',
    spec: 'test/api/nominee-codes.spec.ts',
    only: 'answered as not found',
    served: true,
  },
];
