import {
  isAssignedPhone,
  MAX_LISTED_ELECTORS,
  normalisePhone,
  recordsOf,
  VALID_PHONE,
} from '@abato/contracts';

const COLUMN_NAMES = new Set(['phone', 'phones', 'number', 'mobile', 'phone number', 'msisdn', 'telephone']);
/** Problems that one answer names: the list is mended by hand. */
const MOST_PROBLEMS = 20;

export interface ElectorsList {
  /** E.164, each once. */
  phones: string[];
  /** What is wrong with the list, with the line. Nothing of a list with problems may be used. */
  problems: string[];
}

/**
 * Read the phone numbers of voters: one a line, or a CSV whose first line names the column `phone`. Other columns are not read.
 * Spreadsheets take the first 0 or the + away: `24…` with nine digits and `233…` are read as Ghanaian numbers.
 */
export function readElectors(text: string): ElectorsList {
  const records = recordsOf(text);
  const header = records[0]?.cells.findIndex((cell) => COLUMN_NAMES.has(cell.toLowerCase())) ?? -1;
  const rows = header >= 0 ? records.slice(1) : records;
  if (rows.length > MAX_LISTED_ELECTORS) {
    const most = MAX_LISTED_ELECTORS.toLocaleString('en');
    return {
      phones: [],
      problems: [`A list has at most ${most} numbers; this one has ${rows.length.toLocaleString('en')}`],
    };
  }
  const lines = new Map<string, number>();
  const problems: string[] = [];
  for (const { line, cells } of rows) {
    if (problems.length >= MOST_PROBLEMS) break;
    const phone = phoneOf(cells[Math.max(0, header)] ?? '');
    if (phone === null) problems.push(`Line ${line}: ${VALID_PHONE}`);
    else if (lines.has(phone))
      problems.push(`Line ${line}: this number is already on line ${lines.get(phone)}`);
    else lines.set(phone, line);
  }
  if (!rows.length) problems.push('The list holds no phone number');
  return { phones: [...lines.keys()], problems };
}

function phoneOf(cell: string): string | null {
  const text = cell.replace(/[\s().-]/g, '');
  const written = /^233\d{9}$/.test(text) ? `+${text}` : /^[2-5]\d{8}$/.test(text) ? `0${text}` : text;
  const phone = normalisePhone(written);
  return phone !== null && isAssignedPhone(phone) ? phone : null;
}
