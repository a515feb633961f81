/**
 * Every place where a process can be killed by name: before and after each commit, answer, enqueue, publish and call to the provider.
 * The product holds no switch for this. `preload.mjs` stands around the libraries through which all of these go (PostgreSQL
 * client, HTTP server, queue, Redis, fetch), so a place that is added to the product later is met by the same rules.
 */

/** Commits, known by words of the SQL: of the statement itself, or of any statement of the transaction that COMMIT ends. */
export const COMMITS = [
  { name: 'votes cast', by: 'api', sql: /-- Write one batch of votes/ },
  { name: 'webhook kept', by: 'api', sql: /INSERT INTO webhook_inbox/ },
  { name: 'payment begun', by: 'api', sql: /-- A new attempt, written before the provider/ },
  { name: 'payment initialised', by: 'api', sql: /-- What became of the call that begins/ },
  { name: 'payment settled', by: 'worker', sql: /-- Write down what proofs say/ },
  { name: 'tally drained', by: 'worker', sql: /-- Add what has been counted/ },
  { name: 'webhook closed', by: 'worker', sql: /UPDATE webhook_inbox i SET processed_at/ },
  { name: 'check claimed', by: 'worker', sql: /-- Take the right to ask/ },
  { name: 'check finished', by: 'worker', sql: /SET check_started_at = NULL, checked_at/ },
  { name: 'refund taken', by: 'worker', sql: /UPDATE refunds r SET status = 'SENT'/ },
  { name: 'log extended', by: 'worker', sql: /-- Append to a log what was read/ },
  { name: 'mail sent', by: 'worker', sql: /UPDATE mail_outbox SET sent_at/ },
];

/** Statements of the transaction that extends a public log, in their order. */
export const LOG_STEPS = [
  { name: 'log locked', by: 'worker', sql: /FROM log_trees WHERE contest_id = \$1 FOR UPDATE SKIP LOCKED/ },
  { name: 'edge of the tree read', by: 'worker', sql: /-- The unfinished tiles at the right edge/ },
  { name: 'last checkpoint compared', by: 'worker', sql: /SELECT size, root FROM log_checkpoints/ },
  {
    name: 'ledger read for the log',
    by: 'worker',
    sql: /-- Rows of a contest's ledger that are not in its log/,
  },
  { name: 'keys of the log read', by: 'worker', sql: /LEFT JOIN log_keys k ON/ },
  { name: 'batch of the log written', by: 'worker', sql: /-- Append to a log what was read/ },
];

/** Answers, by route. */
export const ANSWERS = [
  { name: 'vote answered', by: 'api', path: /^\/api\/votes\/cast/ },
  { name: 'webhook answered', by: 'api', path: /^\/api\/payments\/paystack\/webhook/ },
  { name: 'initialisation answered', by: 'api', path: /^\/api\/payments\/\w+\/initialize/ },
  { name: 'verification answered', by: 'api', path: /^\/api\/payments\/\w+\/verify/ },
];

/** Jobs, by queue and name. */
export const ENQUEUES = [
  { name: 'tally job after a cast', by: 'api', job: 'tally drain' },
  { name: 'tally job after a settlement', by: 'worker', job: 'tally drain' },
  { name: 'webhook job', by: 'api', job: 'payments read-inbox' },
  { name: 'verification job', by: 'api', job: 'payments verify' },
];

/** Messages to the other processes, by topic. */
export const PUBLISHES = [
  { name: 'tally message', by: 'worker', channel: 'abato:live:tally' },
  { name: 'payments message', by: 'worker', channel: 'abato:live:payments' },
  { name: 'payments message of a beginning', by: 'api', channel: 'abato:live:payments' },
];

/** Calls to the provider, by path. */
export const CALLS = [
  { name: 'initialise call', by: 'api', path: /\/transaction\/initialize$/ },
  { name: 'verify call', by: 'worker', path: /\/transaction\/verify\// },
  { name: 'refund call', by: 'worker', path: /\/refund$/ },
];

const bothSides = (kind, list) =>
  list.flatMap(({ name, by }) => ['before', 'after'].map((side) => ({ name: `${side} ${name}`, by, kind })));

/** All of them: `{ name, by, kind }`. */
export const CRASH_POINTS = [
  ...bothSides('commit', COMMITS),
  ...bothSides('log', [...LOG_STEPS, ...COMMITS.filter(({ name }) => name === 'log extended')]),
  ...bothSides('answer', ANSWERS),
  ...bothSides('enqueue', ENQUEUES),
  ...bothSides('publish', PUBLISHES),
  ...bothSides('call', CALLS),
];
