import { html, Markup } from '../checkout/html.js';
import { PAGE_STYLE } from '../checkout/page-style.js';
import type { SmsMessage } from './sms-inbox.js';

const STYLE = `
.search { display: flex; gap: .5rem; } .search button { width: auto; padding-inline: 1.25rem; }
.message { border: 1px solid var(--line); border-radius: 1rem; padding: .85rem 1rem; }
.message p { white-space: pre-line; overflow-wrap: anywhere; margin-top: .35rem; }
.meta { display: flex; flex-wrap: wrap; justify-content: space-between; gap: 0 1rem; color: var(--soft); font-size: .8125rem; }
.meta b { color: var(--ink); font-size: .9375rem; font-variant-numeric: tabular-nums; }
.none { color: var(--soft); padding: 1.5rem 0; text-align: center; }
`;
/** Seconds after which the page looks again. */
const REFRESH_SECONDS = 3;

/** The inbox of all simulated phones. @param to the number asked for; null for all */
export function smsPage(messages: readonly SmsMessage[], to: string | null, nonce: string): Markup {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta http-equiv="refresh" content="${REFRESH_SECONDS}" />
        <link rel="icon" href="data:," />
        <meta name="color-scheme" content="light" />
        <title>SMS inbox (test mode)</title>
        <style nonce="${nonce}">
          ${new Markup(PAGE_STYLE + STYLE)}
        </style>
      </head>
      <body>
        <header class="test-mode">
          <b>Test mode</b><span>Simulated SMS: nothing leaves this machine</span>
        </header>
        <main class="sheet single">
          <div class="content">
            <h1>${to === null ? 'SMS to all numbers' : `SMS to ${to}`}</h1>
            <form class="search" method="get" action="/sms">
              <input
                name="to"
                type="tel"
                aria-label="Phone number"
                placeholder="0241234567"
                value="${to ?? ''}"
              />
              <button class="primary">Show</button>
            </form>
            ${
              messages.length
                ? messages.map(messageView)
                : html`<p class="none">No messages yet. This page looks again every few seconds.</p>`
            }
          </div>
        </main>
      </body>
    </html>`;
}

function messageView({ to, text, at, provider }: SmsMessage): Markup {
  return html`<article class="message" data-testid="sms">
    <div class="meta"><b>${to}</b><span>${at.slice(11, 19)} by ${provider}</span></div>
    <p>${text}</p>
  </article>`;
}
