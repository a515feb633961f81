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
