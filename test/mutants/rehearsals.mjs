const SERVED = { spec: 'test/api/rehearsals.spec.ts', served: true };
const SERVICE = { file: 'libs/rehearsals/src/rehearsals.service.ts', ...SERVED };
const ROWS = { file: 'libs/rehearsals/src/rehearsals.repository.ts', ...SERVED };
const LOAD = { spec: 'scripts/lib/rehearsal.spec.mjs' };
const LOG = { file: 'libs/transparency/src/published-log.service.ts', ...SERVED };

/** Mutants of dress rehearsals (who may load the platform, when, and what of it may be seen) and of what evenings are calculated from. */
export const REHEARSALS = [
  ...[
    ['are started unconfirmed while real voters are near', 'if (input.confirmed || ', 'if (true || '],
    ['are started as often as an organiser likes', 'await this.expectQuota(actor, now);', ''],
    ['are as large as anyone likes', 'if (refusal) throw refusal;', 'void refusal;'],
    [
      'are read by every organiser',
      'const filter = { id, ownerId: ownerScope(actor) };',
      'const filter = { id, ownerId: null };',
    ],
  ].map(([name, text, replacement]) => ({ name: `rehearsals: ${name}`, text, replacement, ...SERVICE })),
  ...[
    [
      'of contests of other organisers are started',
      'AND NOT c.is_rehearsal AND ($2::uuid IS NULL OR c.user_id = $2)',
      'AND NOT c.is_rehearsal AND ($2::uuid IS NULL OR c.user_id = c.user_id OR c.user_id = $2)',
    ],
    [
      'of dead workers run for ever',
      "WHERE state = 'RUNNING' AND heard_at < $2 OR state = 'WAITING' AND created_at < $3`",
      "WHERE false AND heard_at < $2 OR state = 'WAITING' AND created_at < $3`",
    ],
    [
      'that no worker takes wait for ever',
      "OR state = 'WAITING' AND created_at < $3`",
      "OR state = 'FAILED' AND created_at < $3`",
    ],
    [
      'are started unconfirmed while a contest rests',
      "c.status IN ('ACTIVE', 'PAUSED')",
      "c.status = 'ACTIVE'",
    ],
    [
      'leave their contests open',
      "WHERE r.state NOT IN ('WAITING', 'RUNNING')`",
      "WHERE false AND r.state NOT IN ('WAITING', 'RUNNING')`",
    ],
    ['are not stopped', "return rows[0].stop ? 'stop' : 'go on';", "return 'go on';"],
  ].map(([name, text, replacement]) => ({ name: `rehearsals: ${name}`, text, replacement, ...ROWS })),
  {
    name: 'rehearsals: use up the codes of voters',
    file: 'libs/rehearsals/src/load/data.mjs',
    text: 'rehearsal ? `R$',
    replacement: 'false ? `R$',
    ...SERVED,
  },
  {
    name: 'rehearsals: votes without an answer are forgotten',
    file: 'libs/rehearsals/src/load/load.mjs',
    text: 'outcome.unanswered++;',
    replacement: '',
    ...LOAD,
  },
  {
    name: 'rehearsals: a child that was refused a job ends its parent',
    file: 'libs/rehearsals/src/load/child.mjs',
    text: "this.process.on('error', ",
    replacement: "this.process.on('errors', ",
    ...LOAD,
  },
  {
    name: 'rehearsals: viewers that are not answered are waited for',
    file: 'libs/rehearsals/src/load/viewers.mjs',
    text: 'Promise.race([this.#openOne(index), ended])',
    replacement: 'Promise.race([this.#openOne(index)])',
    ...LOAD,
  },
  {
    name: 'rehearsals: three seconds make ready',
    file: 'libs/rehearsals/src/load/verdict.mjs',
    text: '[asked.minutes < LEAST_MINUTES',
    replacement: '[false && asked.minutes < LEAST_MINUTES',
    ...LOAD,
  },
  {
    name: 'rehearsals: a limit of organisers is not theirs',
    file: 'libs/rehearsals/src/limits.ts',
    text: "if (role === 'SUPER_ADMIN') return most;",
    replacement: 'if (role) return most;',
    spec: 'libs/rehearsals/src/limits.spec.ts',
  },
  {
    name: 'rehearsals: organisers who are kept out start them',
    file: 'libs/rehearsals/src/limits.ts',
    text: 'if (limits.votesPerSecond === 0) return',
    replacement: 'if (limits.votesPerSecond < 0) return',
    spec: 'libs/rehearsals/src/limits.spec.ts',
  },
  {
    name: 'rehearsals: anyone reads the log of one',
    text: "WHERE c.id = $1 AND c.status <> 'DRAFT' AND c.archived_at IS NULL AND NOT c.is_rehearsal",
    replacement: "WHERE c.id = $1 AND c.status <> 'DRAFT' AND c.archived_at IS NULL",
    ...LOG,
  },
  {
    name: 'rehearsals: anyone reads the audit of one',
    text: 'AND archived_at IS NULL AND NOT is_rehearsal`',
    replacement: 'AND archived_at IS NULL`',
    ...LOG,
  },
  {
    name: 'rehearsals: their contests are in the lists of super admins',
    file: 'libs/contests/src/contests/contests.repository.ts',
    text: ".andWhere('NOT contest.isRehearsal')",
    replacement: '',
    ...SERVED,
  },
  {
    name: 'capacity: crowds are sent all contestants with every message',
    file: 'apps/admin/src/capacity/messages.ts',
    text: 'frameOf(Math.min(contestants, rule.first * categories))',
    replacement: 'frameOf(contestants)',
    spec: 'apps/admin/src/capacity/messages.spec.ts',
  },
  {
    name: 'simulation: crowds are sent all contestants with every message',
    file: 'apps/admin/src/simulation/evening.ts',
    text: '(bytesPerSecondOf(messages) * messages.pauseMs) / ONE_SECOND',
    replacement: 'messages.allBytes',
    spec: 'apps/admin/src/simulation/evening.spec.ts',
    only: 'sends a crowd',
  },
];
