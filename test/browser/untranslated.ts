import type { Page } from '@playwright/test';
import { ApiClient } from '../support/http.js';

/** Shown as they are in every language: the currency, how to reach us, receipt codes, references, addresses, keys. */
const DATA =
  /GHS|hello@abato\.test|Accra, Ghana|\b[0-9A-Z]{4}(-[0-9A-Z]{4})+\b|\bA-[0-9A-Z]{20,}\b|https?:\S+|alt\+T/g;

/** Everything that people wrote about contests. */
export async function writtenIn(...contests: { id: string }[]): Promise<string[]> {
  const texts = (value: unknown): string[] =>
    typeof value === 'string'
      ? [value]
      : value && typeof value === 'object'
        ? Object.values(value).flatMap(texts)
        : [];
  const views = await Promise.all(contests.map(({ id }) => new ApiClient().get(`/contests/${id}/public`)));
  return views.flatMap(({ data }) => texts(data)).filter((text) => /[a-z]/i.test(text));
}

/** Texts of screens in a generated language that have plain letters: they do not come from the catalogue. */
export class Untranslated {
  /** By screen; a screen without any is not there. */
  readonly found: Record<string, string[]> = {};
  /** The longest first: a name may be part of another. */
  private readonly written: readonly string[];

  /** @param written by people, and shown as it is */
  constructor(
    private readonly page: Page,
    written: readonly string[],
  ) {
    this.written = [...written].sort((a, b) => b.length - a.length);
  }

  /** Look at everything that a person sees or hears on the page as it is now. */
  async look(screen: string): Promise<void> {
    // A page that asks again by itself may be another one meanwhile.
    const seen = await this.seen().catch(() => this.seen());
    const texts = [...new Set(seen.filter((text) => /[A-Za-z]/.test(this.rest(text))))];
    if (texts.length) this.found[screen] = texts;
  }

  private rest(text: string): string {
    return this.written
      .reduce((left, name) => left.replaceAll(name, ''), text.replace(DATA, ''))
      .replace(DATA, '');
  }

  private async seen(): Promise<string[]> {
    return this.page.evaluate(() => {
      const said: string[] = [document.title];
      for (const element of document.querySelectorAll('body, body *')) {
        // A log's checkpoint is to be copied; initials stand for pictures.
        if (
          element.closest('script, style, noscript, [data-testid=checkpoint]') ||
          !element.checkVisibility()
        )
          continue;
        for (const name of ['aria-label', 'aria-valuetext', 'placeholder', 'title', 'alt'])
          said.push(element.getAttribute(name) ?? '');
        for (const node of element.childNodes) {
          const text = node.nodeType === Node.TEXT_NODE ? (node.textContent ?? '').trim() : '';
          if (!(text.length === 1 && element.closest('[aria-hidden]'))) said.push(text);
        }
      }
      return said;
    });
  }
}
