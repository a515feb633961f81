/**
 * Migrations run in the order of the list in `migrations/index.ts`. Each file is named `<time>-<what>.ts` and exports a class that
 * ends in the same time; databases have recorded those names, so order and names must agree for ever.
 * @param {string[]} files names in the folder
 * @param {string} index source of its index.ts
 * @returns {string[]} mistakes in words
 */
export function findMigrationMistakes(files, index) {
  const mistakes = [];
  const migrations = files.filter(
    (file) => file.endsWith('.ts') && file !== 'index.ts' && !file.endsWith('.spec.ts'),
  );
  const misnamed = migrations.filter((file) => !/^\d{13}-[a-z0-9-]+\.ts$/.test(file));
  for (const file of misnamed)
    mistakes.push(`${file}: the name must be 13 digits (milliseconds), a dash and words`);
  const times = migrations.map((file) => file.slice(0, 13));
  for (const time of new Set(times.filter((one, place) => times.indexOf(one) !== place))) {
    mistakes.push(`${time}: two migrations have the same time`);
  }
  const imported = new Map();
  for (const [, name, file] of index.matchAll(/import \{ (\w+) \} from '\.\/([^']+)\.js'/g))
    imported.set(name, `${file}.ts`);
  const listed = (/migrations\s*=\s*\[([^\]]*)\]/.exec(index)?.[1] ?? '').match(/\w+/g) ?? [];
  for (const file of migrations) {
    if (!listed.some((name) => imported.get(name) === file))
      mistakes.push(`${file}: is not in the list of index.ts`);
  }
  for (const name of listed) {
    const time = imported.get(name)?.slice(0, 13);
    if (time && !name.endsWith(time)) mistakes.push(`${name}: the class must end in its file's time ${time}`);
  }
  const order = listed.map((name) => imported.get(name) ?? '');
  if (order.join() !== [...order].sort().join())
    mistakes.push('index.ts: the list is not in the order of the times');
  return mistakes;
}
