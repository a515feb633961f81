import writeExcelFile from 'write-excel-file/node';

/** Characters with which a spreadsheet takes a cell for a formula (OWASP: CSV injection), and the full-width forms that some turn into them. */
const FORMULA_START = /^[=+\-@\t\r\n＝＋－＠]/;

/** What a cell of a file for spreadsheets holds. */
export type Cell = string | number | Date | null;

/**
 * One line of CSV (RFC 4180): texts quoted, quotes doubled, CRLF at the end. Numbers stay numbers. A time is `2026-11-27 18:00:00` (UTC), which
 * spreadsheets read as a time. A text that a spreadsheet would run as a formula gets a space in front: an apostrophe would be shown.
 */
export function csvLine(cells: readonly Cell[]): string {
  const written = cells.map((cell) => {
    if (cell === null) return '';
    if (typeof cell === 'number') return String(cell);
    if (cell instanceof Date) return cell.toISOString().slice(0, 19).replace('T', ' ');
    const text = FORMULA_START.test(cell) ? ` ${cell}` : cell;
    return `"${text.replaceAll('"', '""')}"`;
  });
  return `${written.join(',')}\r\n`;
}

/** Longest part that a title gives to a file name. */
const MAX_SLUG = 40;

/** A title as a part of a file name: small letters a-z, digits and hyphens; empty when nothing of it can be kept. */
export function slugOf(title: string): string {
  const plain = title.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
  return plain
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, MAX_SLUG)
    .replace(/^-+|-+$/g, '');
}

/** So that spreadsheets read the file as UTF-8. */
export const CSV_BYTE_ORDER_MARK = '\uFEFF';

const TIME_FORMAT = 'yyyy-mm-dd hh:mm:ss';
/** Wide enough for a time and for most names, in characters. */
const COLUMN_WIDTH = 20;

/**
 * A spreadsheet file with one sheet (Office Open XML). Numbers and times (UTC) keep their type, and no text is run as a formula. It is made in
 * memory: callers bound the rows.
 */
export async function xlsxOf(
  columns: readonly string[],
  rows: readonly (readonly Cell[])[],
): Promise<Buffer> {
  const head = columns.map((value) => ({ value, fontWeight: 'bold' as const }));
  const body = rows.map((row) =>
    row.map((value) =>
      value instanceof Date
        ? { value, type: Date, format: TIME_FORMAT }
        : typeof value === 'string'
          ? { value, type: String }
          : value,
    ),
  );
  return writeExcelFile([head, ...body], {
    columns: columns.map(() => ({ width: COLUMN_WIDTH })),
    stickyRowsCount: 1,
  }).toBuffer();
}
