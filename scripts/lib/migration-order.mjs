/**
 * Every migration of the folder runs, in the order of the file names (`migrations/index.ts`). Each file is named `<time>-<what>.ts` and
 * exports one class that ends in the same time; databases have recorded those names, so order and names must agree for ever.
 * @param {Record<string, string>} sources by the name of the file
 * @returns {string[]} mistakes in words
 */
export function findMigrationMistakes(sources) {
  const migrations = Object.entries(sources).filter(
    ([file]) => file !== 'index.ts' && !file.endsWith('.spec.ts'),
  );
  const times = migrations.map(([file]) => file.slice(0, 13));
  const doubled = new Set(times.filter((time, place) => times.indexOf(time) !== place));
  return [
    ...[...doubled].map((time) => `${time}: two migrations have the same time`),
    ...migrations.flatMap(([file, source]) => mistakesOf(file, source)),
  ];
}

function mistakesOf(file, source) {
  // Another name would never run.
  if (!/^\d{13}-[a-z0-9-]+\.ts$/.test(file))
    return [`${file}: the name must be 13 digits (milliseconds), a dash and words`];
  const exported = [...source.matchAll(/^export (.*)$/gm)].map(([, what]) => what);
  const time = file.slice(0, 13);
  const isOne = exported.length === 1 && new RegExp(`^class [A-Za-z]+${time} implements`).test(exported[0]);
  return isOne ? [] : [`${file}: must export one class, whose name ends in ${time}, and nothing else`];
}
