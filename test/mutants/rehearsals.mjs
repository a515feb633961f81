const SERVED = { spec: 'test/api/rehearsals.spec.ts', served: true };
const SERVICE = { file: 'libs/rehearsals/src/rehearsals.service.ts', ...SERVED };
const ROWS = { file: 'libs/rehearsals/src/rehearsals.repository.ts', ...SERVED };
const LOAD = { spec: 'scripts/lib/rehearsal.spec.mjs' };
const OPENING = {
  file: 'apps/admin/src/capacity/opening.ts',
  spec: 'apps/admin/src/capacity/opening.spec.ts',
};
const COMMAND = { spec: 'test/api/rehearse-command.spec.ts', served: true };
const BESIDE = { spec: 'test/api/rehearsals-beside-others.spec.ts' };
const OTHERS = { file: 'libs/rehearsals/src/other-contests.ts' };
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
  ...[
    [
      'of organisers start beside voters of others',
      'rehearsals.service.ts',
      'if (await this.othersVote(actor, now)) throw othersVote();',
    ],
    [
      'of organisers begin beside voters of others',
      'run-rehearsal.service.ts',
      'if (hindrance) stop.abort(hindrance);',
    ],
    ['of super admins are stopped', 'run-rehearsal.service.ts', 'if (claimed.is_super_admins) return null;'],
    [
      'that are stopped make their contest',
      'load/rehearse.mjs',
      'stop?.throwIfAborted();\n    const owner',
      'const owner',
    ],
  ].map(([name, file, text, replacement = '']) => ({
    ...{ name: `rehearsals: ${name}`, text, replacement, ...BESIDE },
    file: `libs/rehearsals/src/${file}`,
  })),
  ...[
    [
      'are kept from voters of their own',
      'AND c.user_id <> $1`',
      'AND c.user_id IS NOT NULL AND $1::uuid IS NOT NULL`',
    ],
    ['begin beside votes', 'OR EXISTS (SELECT FROM votes v', 'OR false AND EXISTS (SELECT FROM votes v'],
    ['begin before another end', '(c.end_date <= $5', '(c.end_date < $5 AND false'],
    ['begin beside a contest that rests', "c.status IN ('ACTIVE', 'PAUSED')", "c.status = 'ACTIVE'"],
    ['are kept from contests that nobody sees', 'AND c.archived_at IS NULL', ''],
    ['are kept from contests of rehearsals', 'AND NOT c.is_rehearsal', ''],
    ['are kept from contests that are not open yet', 'AND c.start_date <= $2', ''],
    ['are kept from hosts that are inactive', 'AND h.is_active', ''],
    ['are kept from voters where the setting says no', 'quietMinutes > 0]', 'true]'],
  ].map(([name, text, replacement]) => ({
    ...{ name: `rehearsals: beside others: ${name}`, text, replacement, ...OTHERS, ...BESIDE },
  })),
  ...[
    ['stay though votes are refused', 'refused > 0 || ', ''],
    ['stay though connections break', 'brokenConnections > 0 || ', ''],
    ['stay though votes are late', '&& answerP95 > LATE_MS', '&& false'],
    ['end for one late answer', 'acknowledged >= LEAST_ANSWERS && ', ''],
    ['end for themselves', 'open === 0 || !progress', '!progress'],
  ].map(([name, text, replacement]) => ({
    ...{ name: `rehearsals: beside others: ${name}`, text, replacement, ...OTHERS },
    spec: 'libs/rehearsals/src/other-contests.spec.ts',
  })),
  {
    name: 'rehearsals: nobody learns why one was stopped',
    file: 'libs/rehearsals/src/ending.ts',
    text: '...(reason instanceof Hindrance && { reason: reason.message })',
    replacement: '',
    spec: 'libs/rehearsals/src/ending.spec.ts',
  },
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
    name: 'rehearsals: votes that a process stood still over are forgotten',
    file: 'libs/rehearsals/src/load/load.mjs',
    text: 'if (!left.exhausted) makeDue(state.endedAt);',
    replacement: '',
    ...LOAD,
  },
  {
    name: 'rehearsals: a load that was not made is ready',
    file: 'libs/rehearsals/src/load/verdict.mjs',
    text: 'votes.sent < least,',
    replacement: 'votes.sent < 0,',
    ...LOAD,
  },
  {
    name: 'rehearsals: a viewer that is cut off is lost twice',
    file: 'libs/rehearsals/src/load/websocket.mjs',
    text: "this.socket.on('error', (error) => (failure = error));",
    replacement: "this.socket.on('error', (error) => handlers.closed?.((failure = error)));",
    ...LOAD,
  },
  ...[
    ['ends with its connection', 'load/command.mjs', "pool.on('error', () => undefined);", ''],
    [
      'loses its report with the archiving',
      'load/rehearse.mjs',
      '({ message }) => say(`the contest is not archived yet, a worker does it after its end: ${message}`),',
      '',
    ],
    [
      'leaves its contest open for days when it is killed',
      'load/rehearse.mjs',
      'minutes: options.minutes + OPEN_BEYOND_MINUTES,',
      '',
    ],
    [
      'leaves its contest when it is killed',
      'run-rehearsal.service.ts',
      "sweeps.add('forgotten rehearsals', FORGOTTEN_SWEEP_MS, () => this.archiveForgotten());",
      '',
    ],
    [
      'loses its contest while it is open',
      'rehearsals.repository.ts',
      'c.archived_at IS NULL AND c.end_date <= $1',
      'c.archived_at IS NULL AND c.created_at <= $1',
    ],
    [
      'takes contests of the console with it',
      'rehearsals.repository.ts',
      'AND NOT EXISTS (SELECT FROM rehearsals r WHERE r.load_contest_id = c.id)`',
      '`',
    ],
  ].map(([name, file, text, replacement]) => ({
    ...{ name: `rehearsals: the command ${name}`, text, replacement, ...COMMAND },
    file: `libs/rehearsals/src/${file}`,
  })),
  {
    name: 'rehearsals: the command leaves its contest open when it is interrupted',
    file: 'scripts/rehearse.mjs',
    text: 'signalled = untilSignalled();',
    replacement: '',
    spec: COMMAND.spec,
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
  {
    name: 'capacity: who finds no place for a live connection does not poll',
    text: 'Math.min(viewers, places, admitting * seconds)',
    replacement: 'Math.min(viewers, admitting * seconds)',
    ...OPENING,
  },
  {
    name: 'capacity: who waits for a live connection does not poll',
    text: 'Math.min(viewers, places, admitting * seconds)',
    replacement: 'Math.min(viewers, places)',
    ...OPENING,
  },
  {
    name: 'capacity: a cache asks once, however many places it has',
    text: '(how.cachePlaces * how.contests) / how.cacheSeconds',
    replacement: 'how.contests / how.cacheSeconds',
    ...OPENING,
  },
];
