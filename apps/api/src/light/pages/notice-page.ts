import { lightTexts as t } from '@abato/contracts';
import { framed } from '../frame.js';
import { html } from '../html.js';

/** A page that only says something, without a contest. */
export function noticePage(title: string, text: string): string {
  const main = html` <p>${text}</p>
    <p><a href="/contests">${t.missing.back}</a></p>`;
  return framed({ title, head: html`<h1>${title}</h1>`, main, full: '/' });
}
