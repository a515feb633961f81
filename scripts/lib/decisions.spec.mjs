import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './paths.mjs';

const FOLDER = join(ROOT, 'docs', 'adr');
const INDEX = join(FOLDER, 'README.md');
const HEADINGS = ['Status', 'Context', 'Decision', 'Consequences'];

const records = readdirSync(FOLDER)
  .filter((file) => /^\d{4}-/.test(file))
  .sort()
  .map((file) => {
    const text = readFileSync(join(FOLDER, file), 'utf8');
    const [, number, title] = /^# (\d+)\. (.+)$/m.exec(text) ?? [];
    const status = /^## Status\n\n([^]*?)\n\n## /m.exec(text)?.[1]?.replaceAll('\n', ' ') ?? '';
    const headings = [...text.matchAll(/^#{2,} (.+)$/gm)].map(([, heading]) => heading);
    return { file, number, title, status, headings };
  });

/** Files of the records that a status links, in its order. */
const linked = (status) => [...status.matchAll(/\]\((\d{4}-[^)]+)\)/g)].map(([, file]) => file);

/** The clauses of a status that link other records: "amends [12](…); amended by [60](…)"; the explanation behind a colon is left to the record. */
function relations(status) {
  const clauses = status
    .replace(/^\w+[.;,]? ?/, '')
    .split(/[.;] |\.$/)
    .filter((clause) => linked(clause).length > 0)
    .map((clause) => clause.replace(/: .*$/, '').replace(/^[A-Z]/, (letter) => letter.toLowerCase()));
  return clauses.join('; ') || '–';
}

/** The index as it should be; `docs/adr/README.md` is this text. */
function index() {
  const rows = records.map(
    ({ file, number, title, status }) =>
      `| [${number}](${file}) | ${title.replaceAll('|', '\\|')} | ${/^\w+/.exec(status)?.[0]} | ${relations(status)} |`,
  );
  return [
    '# Decisions',
    '',
    'One record per decision, in the order of their numbers. Numbers are not reused; gaps are intended.',
    '',
    'To change a decision, write a new record (the next free number), say in its status which record it replaces or amends, and add the same to the',
    'old record’s status. Every record has the same headings: Status, Context, Decision, Consequences. This page is generated from the records',
    'and compared by a test; do not edit it, run `UPDATE_DOCS=1 npm test -- unit decisions`.',
    '',
    '| number | decision | status | replaces, amends, is amended by |',
    '|---|---|---|---|',
    ...rows,
    '',
  ].join('\n');
}

describe('the records of decisions', () => {
  it('are in the index as they say it themselves', () => {
    if (process.env.UPDATE_DOCS) writeFileSync(INDEX, index());
    // The formatter leaves the file alone (.oxfmtrc.json), so the text can be compared as it is.
    expect(readFileSync(INDEX, 'utf8')).toBe(index());
  });

  it('have the number of their file and the same headings', () => {
    expect(records.length).toBeGreaterThan(140);
    for (const { file, number, headings } of records)
      expect([file, Number(number), headings]).toEqual([file, Number(file.slice(0, 4)), HEADINGS]);
  });

  it('name one another: the older one says what changed it', () => {
    const known = new Map(records.map(({ file, status }) => [file, linked(status)]));
    const oneWay = records.flatMap(({ file, status }) =>
      linked(status)
        .filter((other) => !known.get(other)?.includes(file))
        .map((other) => `${file} names ${other}, which does not name it`),
    );
    expect(oneWay).toEqual([]);
  });
});
