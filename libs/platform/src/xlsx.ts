import writeExcelFile from 'write-excel-file/node';
import type { Cell } from './csv.js';

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
