const SPEC = { spec: 'test/api/rebuild-folds.spec.ts' };
const REBUILD = { file: 'libs/voting/src/tally/rebuild-folds.sql', ...SPEC };
const COMMAND = { file: 'apps/admin/src/commands/rebuild-folds.ts', ...SPEC };

/** Mutants of rebuilding the folds of a contest. */
export const FOLDS = [
  {
    name: 'rebuild: does not wait for a fold',
    text: 'DO UPDATE SET updated_at = c.updated_at\n',
    replacement: 'DO NOTHING\n',
    ...REBUILD,
  },
  {
    name: 'rebuild: does not wait for an archived vote that is taken back',
    text: '\nFOR UPDATE OF p',
    replacement: '',
    ...REBUILD,
  },
  {
    name: 'rebuild: what is not folded yet is folded twice',
    text: 'FROM tally_outbox WHERE contest_id = $1',
    replacement: 'FROM tally_outbox WHERE contest_id = $1 AND false',
    ...REBUILD,
  },
  {
    name: 'rebuild: what was taken back is in the hour in which it was',
    text: "date_trunc('hour', coalesce(c.recorded_at, l.recorded_at), 'UTC')",
    replacement: "date_trunc('hour', l.recorded_at, 'UTC')",
    ...REBUILD,
  },
  {
    name: 'rebuild: processes do not read the counts anew',
    text: ') + 1 AS version',
    replacement: ') AS version',
    ...REBUILD,
  },
  {
    name: 'rebuild: a tally that was lost begins with a version that processes know',
    text: 'CASE t.version WHEN 0 THEN',
    replacement: 'CASE t.version WHEN -1 THEN',
    ...REBUILD,
  },
  {
    name: 'rebuild: processes do not read the counts at the end anew',
    text: 'CASE WHEN t.version_at_end IS NOT NULL THEN n.version END',
    replacement: 't.version_at_end',
    ...REBUILD,
  },
  {
    name: 'rebuild: late votes are in the counts at the end',
    text: 'FILTER (WHERE recorded_at > (SELECT at FROM contest_end))',
    replacement: 'FILTER (WHERE false)',
    ...REBUILD,
  },
  {
    name: 'rebuild: hours that the ledger does not know stay',
    text: 'FULL JOIN (SELECT * FROM contest_hours',
    replacement: 'LEFT JOIN (SELECT * FROM contest_hours',
    ...REBUILD,
  },
  {
    name: 'rebuild: writes without being told to',
    text: 'if (really && !(await rebuild(',
    replacement: 'if (!(await rebuild(',
    ...COMMAND,
  },
  {
    name: 'rebuild: is not in the audit log',
    text: "    await recordAudit(sql, operator.now, 'contest.rebuild-folds', 'contest', contestId, { ...done });\n",
    replacement: '',
    ...COMMAND,
  },
  {
    name: 'rebuild: does not say what is left',
    text: 'return !left.length;',
    replacement: 'return true;',
    ...COMMAND,
  },
];
