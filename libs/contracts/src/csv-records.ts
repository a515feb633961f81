export interface CsvRecord {
  /** Of the text, from 1. */
  line: number;
  cells: string[];
}

/**
 * Records of a pasted list or CSV without blank ones, divided by tabs, semicolons or commas, whichever the first line has; cells with the
 * divider or line breaks are quoted (RFC 4180). Read character by character: a pattern can take seconds for many quotes.
 */
export function recordsOf(given: string): CsvRecord[] {
  const text = given.replace(/^\uFEFF/, '');
  const firstLine = /^[^\r\n]*/.exec(text.trimStart())?.[0] ?? '';
  const divider = ['\t', ';', ','].find((one) => firstLine.includes(one)) ?? ',';
  const records: CsvRecord[] = [];
  let record: CsvRecord = { line: 1, cells: [] };
  let cell = '';
  let isQuoted = false;
  let line = 1;
  const endCell = () => {
    record.cells.push(cell.trim());
    cell = '';
  };
  const endRecord = () => {
    endCell();
    if (record.cells.some(Boolean)) records.push(record);
    record = { line, cells: [] };
  };
  const source = text.replaceAll('\r\n', '\n').replaceAll('\r', '\n');
  for (let at = 0; at < source.length; at++) {
    const character = source[at] as string;
    if (character === '\n') line++;
    if (isQuoted) {
      if (character !== '"') cell += character;
      else if (source[at + 1] === '"') {
        cell += '"';
        at++;
      } else isQuoted = false;
    } else if (character === '"' && cell.trim() === '') {
      cell = '';
      isQuoted = true;
    } else if (character === divider) endCell();
    else if (character === '\n') endRecord();
    else cell += character;
  }
  endRecord();
  return records;
}
