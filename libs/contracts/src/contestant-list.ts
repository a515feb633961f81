import { contestantExamples, contestantRules, newContestantsField } from './contestant.js';
import { recordsOf } from './csv-records.js';
import type { InputOf, Rules } from './field-rule.js';
import { checkField } from './rules.js';

/** Most contestants of one list: a category of more is entered in parts. */
export const MAX_LISTED_CONTESTANTS = newContestantsField.most;
/** Most characters of a list. */
const MAX_LIST_LENGTH = 30_000;

export const contestantListRules = {
  categoryId: contestantRules.categoryId,
  list: {
    type: 'string',
    required: 'Paste at least one name',
    maxLength: MAX_LIST_LENGTH,
    multiline: true,
    label: 'The list',
  },
} satisfies Rules;
export type ContestantListInput = InputOf<typeof contestantListRules>;
export const contestantListExamples = {
  categoryId: contestantExamples.categoryId,
  list: 'Adwoa Boateng, Highlife singer from Ho.\nKofi Mensah',
} satisfies ContestantListInput;

/** One contestant of a list. */
export interface ListedContestant {
  /** Of the list, from 1. */
  line: number;
  name: string;
  /** May be blank: it can be added later. */
  bio: string;
  /** Name of the picture's file; blank when the list names none. */
  photo: string;
}

export interface ContestantList {
  contestants: ListedContestant[];
  /** What is wrong with the list, with the line. Nothing of a list with problems may be used. */
  problems: string[];
}

const COLUMNS = ['name', 'bio', 'photo'] as const;
type ColumnName = (typeof COLUMNS)[number];
const COLUMN_NAMES: Record<string, ColumnName> = {
  name: 'name',
  nominee: 'name',
  contestant: 'name',
  bio: 'bio',
  description: 'bio',
  photo: 'photo',
  picture: 'photo',
  image: 'photo',
};

/**
 * Read a pasted list or CSV: name, bio and file name of the photo, one contestant a line. The columns are divided by tabs, semicolons
 * or commas, whichever the first line has; a first line of column names may order them differently. Cells with the divider or line breaks
 * are quoted (RFC 4180).
 */
export function readContestantList(text: string): ContestantList {
  const records = recordsOf(text);
  const columns = columnsOf(records[0]?.cells ?? []);
  const contestants: ListedContestant[] = [];
  const problems: string[] = [];
  const lines = new Map<string, number>();
  for (const { line, cells } of columns ? records.slice(1) : records) {
    const cell = (name: ColumnName) => cells[(columns ?? COLUMNS).indexOf(name)] ?? '';
    const name = checkField('name', contestantRules.name, cell('name'));
    const bio = checkField('bio', newContestantsField.items.bio, cell('bio'));
    for (const checked of [name, bio]) {
      if ('message' in checked) problems.push(`Line ${line}: ${checked.message}`);
    }
    if ('message' in name || 'message' in bio) continue;
    const contestant = {
      line,
      name: name.value as string,
      bio: (bio.value as string | undefined) ?? '',
      photo: cell('photo').trim(),
    };
    const key = contestant.name.toLowerCase();
    const earlier = lines.get(key);
    if (earlier) problems.push(`Line ${line}: ${contestant.name} is already on line ${earlier}`);
    lines.set(key, line);
    contestants.push(contestant);
  }
  if (contestants.length > MAX_LISTED_CONTESTANTS) {
    problems.push(
      `A list has at most ${MAX_LISTED_CONTESTANTS} contestants; this one has ${contestants.length}`,
    );
  }
  if (!contestants.length && !problems.length) problems.push(contestantListRules.list.required);
  return { contestants, problems };
}

/** @returns null when the first line is a contestant */
function columnsOf(first: string[]): (ColumnName | undefined)[] | null {
  const columns = first.map((cell) => COLUMN_NAMES[cell.trim().toLowerCase()]);
  return columns.includes('name') ? columns : null;
}
