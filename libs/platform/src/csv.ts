/** Characters with which a spreadsheet takes a cell for a formula (OWASP: CSV injection), and the full-width forms that some turn into them. */
const FORMULA_START = /^[=+\-@\t\r\n＝＋－＠]/;

/**
 * One line of CSV (RFC 4180): every cell quoted, quotes doubled, CRLF at the end. A text that a spreadsheet would run as a
 * formula gets an apostrophe in front; numbers stay numbers.
 */
export function csvLine(cells: readonly (string | number | null)[]): string {
  const quoted = cells.map((cell) => {
    if (cell === null) return '';
    if (typeof cell === 'number') return String(cell);
    const text = FORMULA_START.test(cell) ? `'${cell}` : cell;
    return `"${text.replaceAll('"', '""')}"`;
  });
  return `${quoted.join(',')}\r\n`;
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
