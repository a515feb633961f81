const WITNESS = { spec: 'libs/transparency/src/witness.spec.ts' };

/** Mutants of what witnesses, the verifier and the audit page must not believe, and of what is told before results are final. */
export const WITNESSES = [
  ...[
    ['lets a receipt name another entry', 'demand(textOf(logged) === text, ', 'demand(Boolean(logged), '],
    ['lets a receipt name no place', 'Number.isSafeInteger(index) && index >= 0 && one', 'one'],
  ].map(([name, text, replacement]) => ({
    name: `receipt: the verifier ${name}`,
    file: 'apps/verifier/src/receipt.mjs',
    text,
    replacement,
    spec: 'apps/verifier/src/receipt.spec.mjs',
  })),
  ...[
    ['takes the receipt of another contest', '!contestId || origin.endsWith(`/${contestId}`)', 'size >= 0'],
    ['takes a receipt beyond the log', 'demand(index < size, ', 'demand(index >= 0, '],
    [
      'does not compare the checkpoint of a receipt',
      'if (receipt?.head) kept.push(',
      'if (receipt?.head?.none) kept.push(',
    ],
  ].map(([name, text, replacement]) => ({
    name: `receipt: the verifier ${name}`,
    file: 'apps/verifier/src/verify.mjs',
    text,
    replacement,
    spec: 'libs/transparency/src/verifier-history.spec.ts',
  })),
  ...[
    ['fields in any order', '    if (key < before) return false;\n', ''],
    ['any spelling', ' && JSON.stringify(entry) === text', ''],
    ['a text with more behind it', '"votes":${NUMBER}}$`', '"votes":${NUMBER}}`'],
  ].map(([name, text, replacement]) => ({
    name: `log: the verifier accepts ${name}`,
    file: 'apps/verifier/src/entry.mjs',
    text,
    replacement,
    spec: 'apps/verifier/src/entry.spec.mjs',
  })),
  {
    name: 'log: pages of other sites may read every answer',
    file: 'apps/api/src/http/origins.ts',
    text: "method === 'GET' && OPEN_TO_ALL.test(url)",
    replacement: "method === 'GET'",
    spec: 'test/api/cross-site.spec.ts',
    only: 'may be read by pages of every site',
    served: true,
  },
  ...[
    ['takes an older checkpoint for another history', 'if (head.size < had)', 'if (head.size < 0)'],
    [
      'takes a page for a tile',
      'if (tile.length !== 32 * width) throw new Unreadable',
      'if (tile.length !== 32 * width) throw new Conflict',
    ],
    ['cosigns another history', '|| !areEqual(tree.root(), head.root)) {', '|| !head.root) {'],
    ['signs before it remembers a key of its log', 'logKey ?? seenKey ?? textOf', 'logKey ?? textOf'],
    ['cosigns another log at a known address', 'state.originAt(place, origin) ?? origin', 'origin'],
    ['goes on with a log of another key', 'isSameKey(keyLine, seen.key)', 'true'],
    ['goes on from tiles that it has not seen', '!seen || isSeen(tree, seen);', 'true;'],
    ['believes a state that was changed', 'tree.size === seen.size && toBase64', 'toBase64'],
  ].map(([name, text, replacement]) => ({
    name: `witness: ${name}`,
    file: 'apps/verifier/src/witness.mjs',
    text,
    replacement,
    ...WITNESS,
  })),
  ...[
    [
      'two processes use one state',
      '    demand(!isRunning(holder), ',
      '    demand(!isRunning(holder) || true, ',
    ],
    [
      'a state of an earlier release knows no address',
      'places?.includes(at) ?? name.slice',
      'places?.includes(at) ?? name.at',
    ],
    [
      'evidence is overwritten',
      "[origin.replaceAll(/[^\\w.-]/g, '_').slice(0, 100), ...sizes, hash]",
      "['last']",
    ],
    ['a name is not on the disk', '    await syncFolderOf(this.path);\n', ''],
  ].map(([name, text, replacement]) => ({
    name: `witness: ${name}`,
    file: 'apps/verifier/src/witness-state.mjs',
    text,
    replacement,
    ...WITNESS,
  })),
  {
    name: 'witness: the host of a log is not compared',
    file: 'apps/verifier/src/source.mjs',
    text: '  demand(found === wanted, ',
    replacement: '  demand(found.endsWith(path), ',
    spec: 'apps/verifier/src/source.spec.mjs',
  },
  ...[
    ['one file of another log hides every witness', ".catch(because('WRONG'))", ''],
    ['one file that cannot be read hides every witness', ".catch(because('UNREADABLE'))", ''],
  ].map(([name, text, replacement]) => ({
    name: `witness: ${name}`,
    file: 'apps/web/src/lib/public-log/cosigned.ts',
    text,
    replacement,
    spec: 'apps/web/src/lib/public-log/cosigned.spec.ts',
  })),
  {
    name: 'log: the browser does not compare the host of a log',
    file: 'apps/web/src/lib/public-log/checkpoint.ts',
    text: ' || named === host;',
    replacement: ' || named.length > 0;',
    spec: 'apps/web/src/lib/public-log/check-receipt.spec.ts',
  },
  ...[
    {
      name: 'audit: payments after the end are told before results are final',
      file: 'libs/transparency/src/sql/payment-sums.sql',
      text: 'c.results_final_at IS NULL AND coalesce',
      replacement: 'false AND coalesce',
      spec: 'test/api/extended-end.spec.ts',
      only: 'sets nothing apart',
    },
    {
      name: 'audit: payments after the end are told never',
      file: 'libs/transparency/src/sql/payment-sums.sql',
      text: 'c.results_final_at IS NULL AND coalesce',
      replacement: 'coalesce',
      spec: 'test/api/final-results.spec.ts',
      only: 'stay as they were at the end',
    },
    ...[
      [
        'audit: decisions',
        'libs/transparency/src/contest-audit.service.ts',
        'c.results_final_at IS NOT NULL OR',
        'c.id IS NOT NULL OR',
      ],
      [
        'fair play: decisions',
        'libs/voting/src/fair-play/fair-play.sql',
        'AND c.results_final_at IS NULL',
        'AND false',
      ],
      [
        'fair play: released votes',
        'libs/voting/src/fair-play/fair-play.sql',
        "h.decision = 'RELEASED'",
        'false',
      ],
    ].map(([name, file, text, replacement]) => ({
      name: `${name} after the end are told before results are final`,
      file,
      text,
      replacement,
      spec: 'test/api/held-votes.spec.ts',
      only: 'reads of the end',
    })),
  ].map((mutant) => ({ ...mutant, served: true })),
  ...[
    [
      'what a witness refused is sent again at once',
      'sql/witness-work.sql',
      'AND k.id <> ALL($4::bigint[]) AND',
      'AND $4::bigint[] IS NOT NULL AND',
    ],
    [
      'a witness that does not answer is asked about every log',
      'witness-calls.service.ts',
      'if (isAway) away.abort();',
      '',
    ],
    ['any cosignature is kept', 'witness-calls.service.ts', ' && isCosigned(work.note, read, key)', ''],
    ['a redirect is followed', 'witness-calls.service.ts', "redirect: 'error'", "redirect: 'follow'"],
  ].map(([name, file, text, replacement]) => ({
    name: `witness calls: ${name}`,
    file: `libs/transparency/src/${file}`,
    text,
    replacement,
    spec: 'test/api/transparency-witness-calls.spec.ts',
  })),
  {
    name: 'witness: a slow sender has its turn before its request is there',
    file: 'apps/verifier/src/witness-server.mjs',
    text: `      bodyOf(request)
        .then((body) => inTurn(() => cosigned(body, witness)))`,
    replacement: '      inTurn(async () => cosigned(await bodyOf(request), witness))',
    spec: 'test/api/transparency-witness-calls.spec.ts',
    only: 'a sender that stops',
  },
  ...[
    [
      'a tile is asked for that was not copied',
      'tile-store.ts',
      '(rows[0]?.stored ?? 0)) return null;',
      'Infinity + (rows[0]?.stored ?? 0)) return null;',
    ],
    [
      'a store that does not answer is asked for every tile',
      'tile-store.ts',
      'this.clock.now().getTime() + PAUSE_MS;',
      '0;',
    ],
    ['a log that is not public is copied', 'tile-copies.service.ts', 'FROM public_logs', 'FROM log_trees'],
  ].map(([name, file, text, replacement]) => ({
    name: `tiles: ${name}`,
    file: `libs/transparency/src/${file}`,
    text,
    replacement,
    spec: 'test/api/transparency-log.spec.ts',
    only: 'S3',
  })),
  {
    name: 'audit page: a known key hides further entries',
    file: 'apps/web/src/lib/public-log/recompute.ts',
    text: 'this.revealed.has(String(entry.hiddenBy))',
    replacement: 'false',
    spec: 'apps/web/src/lib/public-log/recompute.spec.ts',
  },
];
