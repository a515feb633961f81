import { escapeHtml } from '../web/escape-html.js';

/** HTML that needs no escaping any more. */
export class Html {
  constructor(readonly text: string) {}
}

type Part = string | number | Html | null | false | readonly Part[];

/** Templates as they are sent, by what the source has. */
const squeezed = new WeakMap<TemplateStringsArray, readonly string[]>();

/** A piece of a page: every text in it is escaped, other pieces are put in as they are. Line breaks of the source become one space. */
export function html(strings: TemplateStringsArray, ...parts: Part[]): Html {
  let texts = squeezed.get(strings);
  if (!texts) {
    texts = strings.map((text) => text.replace(/\s*\n\s*/g, ' '));
    squeezed.set(strings, texts);
  }
  return new Html(texts.map((text, at) => text + textOf(parts[at] ?? null)).join(''));
}

function textOf(part: Part): string {
  if (part === null || part === false) return '';
  if (part instanceof Html) return part.text;
  if (typeof part === 'object') return part.map(textOf).join('');
  return escapeHtml(String(part));
}

/** At most so many characters, and a sign where something is missing. */
export function shortened(text: string, length: number, cut: (start: string) => string): string {
  const letters = [...text];
  return letters.length <= length
    ? text
    : cut(
        letters
          .slice(0, length - 1)
          .join('')
          .trimEnd(),
      );
}
