const HIDDEN = {
  spec: 'test/api/transparency-log.spec.ts',
  only: 'does not say what votes count for',
  served: true,
};
const VERIFIER_HIDDEN = { spec: 'libs/transparency/src/verifier-hidden.spec.ts' };
const KEYS = { spec: 'test/api/transparency-keys.spec.ts' };
const BATCHES = { spec: 'test/api/transparency-batches.spec.ts' };

/** How a batch of a log is read, in its two steps. */
const readRows = `  const { rows } = await sql.query<WaitingRow>(WAITING_ROWS, [
    contestId,
    after.vote_id,
    after.kind,
    after.step,
    most,
  ]);
  // After the rows: whatever rules a row was cast under are seen now, and come before it.
  const sealed = await sealedRules(sql, contestId, rows.length ? now : null);
  const waiting = sealed.filter((rules) => rules.id > (tree.rows[0]?.rules_logged ?? 0));
`;
const readVisibility = (
  makeKey,
) => `  const { isShown, hideWith, reveal } = await readVisibility(sql, contestId, secrets, {
    makeKey: ${makeKey},
    now,
  });
`;

/** Mutants of entries that are encrypted while results are hidden. */
export const HIDDEN_ENTRIES = [
  {
    name: 'log: whether results are shown is read before the rows',
    file: 'libs/transparency/src/log.repository.ts',
    text: readRows + readVisibility('rows.length > 0'),
    replacement: readVisibility('true') + readRows,
    ...KEYS,
    only: 'was under way',
  },
  {
    name: 'log: votes come before the key',
    file: 'libs/transparency/src/log.repository.ts',
    text: 'const entries = leaves.map(',
    replacement:
      'leaves.sort((one, other) => Number(one.kind === REVEAL) - Number(other.kind === REVEAL));\n  const entries = leaves.map(',
    ...KEYS,
    only: 'comes before a vote',
    served: true,
  },
  {
    name: 'log: votes are hidden under no key when theirs cannot be read',
    file: 'libs/transparency/src/hiding-keys.ts',
    text: "key: Buffer.from(secrets.decrypt(rows[0].key_encrypted), 'base64')",
    replacement:
      "key: ((sealed) => { try { return Buffer.from(secrets.decrypt(sealed), 'base64'); } catch { return Buffer.alloc(32); } })(rows[0].key_encrypted)",
    ...KEYS,
    only: 'cannot be read',
    served: true,
  },
  ...[
    [
      'log: the migration hides logs that were public',
      'SET open_size = t.size FROM',
      'SET open_size = 0 FROM',
    ],
    ['log: the migration waits for a lock as long as it takes', "SET LOCAL lock_timeout = '10s';", ''],
  ].map(([name, text, replacement]) => ({
    name,
    file: 'libs/database/src/migrations/hidden-entries/hidden-entries.sql',
    text,
    replacement,
    ...BATCHES,
    only: 'when hidden entries came',
  })),
  {
    name: 'log: entries are open while results are hidden',
    file: 'libs/transparency/src/log.repository.ts',
    text: 'entry: hideWith ? hideEntry(vote, hideWith.key) : vote,',
    replacement: 'entry: vote,',
    ...HIDDEN,
  },
  {
    name: 'log: the key is revealed while results are hidden',
    file: 'libs/transparency/src/hiding-keys.ts',
    text: '  if (isShown) return',
    replacement: '  if (isShown || current) return',
    ...HIDDEN,
  },
  {
    name: 'log: a revealed key hides further entries',
    file: 'libs/transparency/src/sql/append-batch.sql',
    text: 'UPDATE log_keys SET revealed_at = $16::timestamptz WHERE id',
    replacement: 'UPDATE log_keys SET made_at = $16::timestamptz WHERE id',
    ...HIDDEN,
  },
  ...[
    ['believes a count beside a hidden one', '!OPEN_FIELDS.some((field) => field in entry)', 'true'],
    ['lets votes be hidden by a known key', '!this.revealed.has(entry.hiddenBy)', 'true'],
    ['believes any key', 'this.waiting.get(hash)', '[...this.waiting.values()][0]'],
  ].map(([name, text, replacement]) => ({
    name: `log: the verifier ${name}`,
    file: 'apps/verifier/src/hidden.mjs',
    text,
    replacement,
    ...VERIFIER_HIDDEN,
  })),
  {
    name: 'log: the verifier does not ask for the key of shown results',
    file: 'apps/verifier/src/totals.mjs',
    text: 'this.hidden.size === 0,',
    replacement: 'true,',
    ...VERIFIER_HIDDEN,
  },
];
