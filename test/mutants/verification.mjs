const SPEC = { spec: 'test/api/phone-verification.spec.ts', served: true };
const SERVICE = { ...SPEC, file: 'libs/voting/src/verification/phone-verification.service.ts' };
const BUDGETS = { ...SPEC, file: 'libs/voting/src/verification/code-budgets.ts' };
const VERIFIED = { ...SPEC, spec: 'test/api/verified-contests.spec.ts' };
const INTAKE = { ...VERIFIED, file: 'libs/voting/src/intake/vote-intake.ts' };
const CONTEST = { ...VERIFIED, file: 'libs/contests/src/contests/contest-rules.ts' };

/** Mutants of proven phone numbers: codes, their limits, and what a cast must carry. */
export const VERIFICATION = [
  {
    name: 'verification: a cast needs no token',
    text: "if (contest?.facts.verification === 'PHONE') this.assertVerified(row, voterToken);",
    replacement: '',
    only: 'is refused without a token',
    ...INTAKE,
  },
  {
    name: 'verification: free votes of numbers that were never given out count',
    text: 'if (row.guard && !isAssignedPhone(row.guard.phone)) throw unassigned();',
    replacement: '',
    only: 'is refused at its field',
    ...INTAKE,
  },
  {
    name: 'verification: paid votes need a token',
    text: "if (!guard || source !== 'WEB') return;",
    replacement: "if (source !== 'WEB') return;",
    only: 'needs no token where it is paid',
    ...INTAKE,
  },
  {
    name: 'verification: a code has any number of tries',
    text: 'WHERE id = $1 AND tries < $2 AND expires_at > $3',
    replacement: 'WHERE id = $1 AND ($2::int IS NOT NULL) AND expires_at > $3',
    only: 'after five tries',
    ...SERVICE,
  },
  {
    name: 'verification: a code is valid for ever',
    text: 'if (!row || row.expires_at <= now)',
    replacement: 'if (!row)',
    only: 'not valid after five minutes',
    ...SERVICE,
  },
  {
    name: 'verification: every code is right',
    text: 'if (!isSame(code, verificationCode(this.secrets.verificationKey, id)))',
    replacement: 'if (false as boolean)',
    only: 'is refused while it is wrong',
    ...SERVICE,
  },
  {
    name: 'verification: landlines are sent codes',
    text: 'if (!isMobilePhone(phone))',
    replacement: 'if (false as boolean)',
    only: 'mobile numbers only',
    ...SERVICE,
  },
  {
    name: 'verification: one number has any number of codes',
    text: 'if (freeAt > now.getTime()) throw',
    replacement: 'if (freeAt > now.getTime() + 1e12) throw',
    only: 'can be had again after 30 seconds',
    ...BUDGETS,
  },
  {
    name: 'verification: requests at the same time are not counted',
    text: "await manager.query(`SELECT pg_advisory_xact_lock(hashtextextended('verification ' || $1, 0))`, [phone]);",
    replacement: '',
    only: 'waits for one that is being ordered',
    ...BUDGETS,
  },
  {
    name: 'verification: a contest or network has any number of codes',
    text: 'if (!rows.length) throw exhausted',
    replacement: 'if (rows.length > 1) throw exhausted',
    only: 'is refused once a',
    ...BUDGETS,
  },
  {
    name: 'verification: each network of IPv6 has codes of its own',
    text: 'const IPV6_GROUPS = 3;',
    replacement: 'const IPV6_GROUPS = 4;',
    ...BUDGETS,
    spec: 'libs/voting/src/verification/voter-tokens.spec.ts',
    served: false,
  },
  {
    name: 'verification: a token never expires',
    text: 'if (more.length || !(parseInt(expiry, 36) * 1000 > nowMs)) return false;',
    replacement: 'if (more.length) return false;',
    file: 'libs/voting/src/verification/voter-tokens.ts',
    spec: 'libs/voting/src/verification/voter-tokens.spec.ts',
  },
  {
    name: 'verification: the level of a running contest changes',
    text: "if (contest.status !== 'DRAFT' && change.verification !== contest.verification)",
    replacement: 'if (false as boolean)',
    only: 'is fixed once',
    ...CONTEST,
  },
  {
    name: 'verification: a contest is activated without a way to send codes',
    text: "=== 'PHONE' && !this.canSendCodes)",
    replacement: "=== 'PHONE' && false as boolean)",
    ...CONTEST,
    spec: 'test/api/service-guards.spec.ts',
    only: 'is not activated where no SMS',
    served: false,
  },
  {
    name: 'sms: an answer that is not understood is a refusal',
    text: 'return adapter.isRefused(answer)',
    replacement: 'return adapter.isRefused(answer) || true',
    file: 'libs/messages/src/sms/sms-transport.ts',
    spec: 'libs/messages/src/sms/sms-transport.spec.ts',
  },
  {
    name: 'verification: a second provider repeats receipts',
    text: "(outcome.kind === 'unsure' && sms.mayRepeat)",
    replacement: "outcome.kind === 'unsure'",
    file: 'libs/messages/src/sms/sms-transport.ts',
    spec: 'libs/messages/src/sms/sms-transport.spec.ts',
  },
];
