import { cut, plain, SCREEN_LENGTH } from './gsm.js';
import { ussdScreens as t } from './texts.js';

export interface Listed {
  id: string;
  name: string;
}

/** A list the voter chooses from by a digit. */
export type ChoiceState =
  | { at: 'contests'; page: number; items: Listed[] }
  | { at: 'categories'; page: number; items: Listed[]; contestId: string; chosen?: string }
  | { at: 'nominees'; page: number; items: Listed[] };

const PER_PAGE = 4;

/** A page of the list. Names share the room equally; a nominee's code, at the end, is never cut. */
export function menuScreen({ at, page, items }: ChoiceState): string {
  const shown = items.slice(page * PER_PAGE, (page + 1) * PER_PAGE);
  const head = t[at];
  const tail = items.length > PER_PAGE ? `\n${t.more}` : '';
  const room = Math.floor((SCREEN_LENGTH - head.length - tail.length) / PER_PAGE) - '\n1 '.length;
  const lines = shown.map(({ name }, index) => `\n${index + 1} ${fitting(name, room, at === 'nominees')}`);
  return `${head}${lines.join('')}${tail}`;
}

/** What a digit chooses; null when the page has no such line. */
export function choose(
  { page, items }: ChoiceState,
  input: string,
): { kind: 'item'; id: string } | { kind: 'page'; page: number } | null {
  const pages = Math.ceil(items.length / PER_PAGE);
  if (input === '0' && pages > 1) return { kind: 'page', page: (page + 1) % pages };
  if (!/^[1-9]$/.test(input) || Number(input) > PER_PAGE) return null;
  const item = items[page * PER_PAGE + Number(input) - 1];
  return item ? { kind: 'item', id: item.id } : null;
}

function fitting(name: string, room: number, endsWithCode: boolean): string {
  const text = plain(name);
  if (!endsWithCode || text.length <= room) return cut(text, room);
  const code = text.slice(text.lastIndexOf(' '));
  return `${cut(text.slice(0, -code.length), room - code.length)}${code}`;
}
