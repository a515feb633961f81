import type { Network, Prompt, Transaction } from '../core/model.js';
import { moneyTaken } from '../provider/payments.js';
import { NETWORKS, TEST_CARDS, VOUCHER } from '../provider/test-numbers.js';
import { html, Markup, money } from './html.js';
import { PAGE_SCRIPT } from './page-script.js';
import { PAGE_STYLE } from './page-style.js';

export interface PageInput {
  transaction: Transaction;
  merchant: string;
  nonce: string;
  /** What was wrong with the payer's input. */
  problem: string | null;
  /** Where "Return to merchant" leads. */
  returnTo: string | null;
}

const ICONS = {
  lock: new Markup(
    '<svg viewBox="0 0 16 16" aria-hidden="true"><path d="M4.5 7V5a3.5 3.5 0 0 1 7 0v2M3.5 7h9v6.5h-9z"/></svg>',
  ),
  check: new Markup('<svg viewBox="0 0 16 16" aria-hidden="true"><path d="M3 8.5 6.5 12 13 4.5"/></svg>'),
  cross: new Markup('<svg viewBox="0 0 16 16" aria-hidden="true"><path d="M4 4l8 8M12 4l-8 8"/></svg>'),
  pause: new Markup('<svg viewBox="0 0 16 16" aria-hidden="true"><path d="M5.5 4v8M10.5 4v8"/></svg>'),
};

/** The checkout page in the state its transaction is in. */
export function checkoutPage(input: PageInput): Markup {
  const { transaction } = input;
  const body = viewOf(input);
  return frame(input.merchant, input.nonce, transaction, summary(input), body);
}

function viewOf(input: PageInput): Markup {
  const { transaction } = input;
  if (moneyTaken(transaction)) return paidView(input);
  if (transaction.prompt && transaction.status !== 'failed') return phoneView(input, transaction.prompt);
  return transaction.origin === 'charge' ? closedView(input) : methodsView(input);
}

/** The access code was never made by the simulator. */
export function unknownPage(merchant: string, nonce: string): Markup {
  const body = html`<section class="end">
    <span class="mark bad">${ICONS.cross}</span>
    <h1>This payment link is not valid</h1>
    <p>It may have been mistyped, or the simulator was reset. Please start again from ${merchant}.</p>
  </section>`;
  return frame(merchant, nonce, null, null, body);
}

function frame(
  merchant: string,
  nonce: string,
  transaction: Transaction | null,
  aside: Markup | null,
  body: Markup,
): Markup {
  const seen = transaction ? transaction.decisions : -1;
  const state = transaction ? `/checkout/${transaction.accessCode}/state` : '';
  const open = transaction !== null && !moneyTaken(transaction);
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <link rel="icon" href="data:," />
        <meta name="robots" content="noindex" />
        <meta name="color-scheme" content="light" />
        <title>Pay ${merchant} (test mode)</title>
        <style nonce="${nonce}">
          ${new Markup(PAGE_STYLE)}
        </style>
      </head>
      <body data-seen="${seen}" data-open="${open ? 'yes' : 'no'}" data-state="${state}">
        <header class="test-mode"><b>Test mode</b><span>A simulated payment: no real money</span></header>
        <main class="${aside ? 'sheet' : 'sheet single'}">
          ${aside}
          <div class="content">${body}</div>
        </main>
        <footer>${ICONS.lock}<span>Simulated checkout for tests and demonstrations</span></footer>
        <script nonce="${nonce}">
          ${new Markup(PAGE_SCRIPT)};
        </script>
      </body>
    </html>`;
}

function summary({ transaction, merchant }: PageInput): Markup {
  const shown = moneyTaken(transaction)
    ? money(transaction.paidAmount ?? 0, transaction.paidCurrency)
    : money(transaction.requestedAmount, transaction.currency);
  return html`<aside>
    <div class="merchant">
      <span class="monogram" aria-hidden="true">${merchant.slice(0, 1).toUpperCase()}</span>
      <div><small>Pay</small><strong data-testid="merchant">${merchant}</strong></div>
    </div>
    <div class="total"><small>Amount</small><b data-testid="amount">${shown}</b></div>
    <dl>
      <div>
        <dt>For</dt>
        <dd data-testid="payer">${transaction.label ?? transaction.email}</dd>
      </div>
      <div>
        <dt>Reference</dt>
        <dd class="reference" data-testid="reference">${transaction.reference}</dd>
      </div>
    </dl>
  </aside>`;
}

function accepts(transaction: Transaction, channel: string): boolean {
  return transaction.channels.length === 0 || transaction.channels.includes(channel);
}

function methodsView({ transaction, merchant, problem }: PageInput): Markup {
  const path = `/checkout/${transaction.accessCode}`;
  const amount = money(transaction.requestedAmount, transaction.currency);
  return html`${notice(transaction, problem)}
    <h1>How would you like to pay?</h1>
    ${accepts(transaction, 'mobile_money') ? phoneForm(path) : null}
    ${accepts(transaction, 'card') ? cardForm(path, amount) : null}
    <section class="endings" aria-labelledby="endings-title">
      <h2 id="endings-title">Or try another ending</h2>
      <div class="row">
        <form method="post" action="${path}/decline">
          <button class="quiet" data-testid="decline">Decline</button>
        </form>
        <form method="post" action="${path}/approve-and-close">
          <button class="quiet" data-testid="approve-and-close">Pay, close tab</button>
        </form>
      </div>
      <p class="hint">Closing this tab leaves the payment unfinished, as in real life.</p>
    </section>
    <form method="post" action="${path}/abandon">
      <button class="link" data-testid="abandon">Cancel and return to ${merchant}</button>
    </form>`;
}

function phoneForm(path: string): Markup {
  const choices = (Object.keys(NETWORKS) as Network[]).map(
    (network) =>
      html`<label class="network ${network}"
        ><input
          type="radio"
          name="network"
          value="${network}"
          ${network === 'mtn' ? new Markup('checked') : null}
        /><span>${NETWORKS[network].name}</span></label
      >`,
  );
  return html`<form class="method" method="post" action="${path}/phone">
    <fieldset>
      <legend>Mobile money</legend>
      <div class="networks">${choices}</div>
    </fieldset>
    <label class="field"
      ><span>Phone number</span>
      <input
        name="phone"
        inputmode="tel"
        autocomplete="off"
        value="055 123 4987"
        required
        maxlength="20"
        data-testid="phone-number"
    /></label>
    <button class="primary" data-testid="pay-on-phone">Pay on phone</button>
  </form>`;
}

function cardForm(path: string, amount: string): Markup {
  const options = TEST_CARDS.map(
    (card) => html`<option value="${card.number}">•••• ${card.number.slice(-4)} ${card.name}</option>`,
  );
  return html`<form class="method" method="post" action="${path}/approve">
    <label class="field"
      ><span class="legend">Card</span
      ><select name="card" data-testid="card">
        ${options}
      </select></label
    >
    <button class="secondary" data-testid="approve">Approve ${amount}</button>
  </form>`;
}

function notice(transaction: Transaction, problem: string | null): Markup | null {
  if (problem) return html`<p class="notice" role="alert" data-testid="problem">${problem}</p>`;
  if (transaction.status === 'failed') {
    return html`<p class="notice" role="alert" data-testid="problem">
      The last attempt failed: ${transaction.gatewayResponse}. You can try again.
    </p>`;
  }
  return null;
}

function phoneView({ transaction, merchant }: PageInput, prompt: Prompt): Markup {
  const path = `/checkout/${transaction.accessCode}`;
  const amount = money(transaction.requestedAmount, transaction.currency);
  const network = NETWORKS[prompt.network];
  const masked = `${prompt.phone.slice(0, 3)} *** *${prompt.phone.slice(-3)}`;
  const waiting =
    prompt.state === 'send_otp' ? `Dial ${network.dial} for a voucher` : 'Approve the prompt on your phone';
  return html`<section class="waiting">
      <h1 data-testid="phone-waiting">${waiting}</h1>
      <p>
        We sent a request for <b>${amount}</b> to ${network.name} number <b>${masked}</b>. It stays open for 3
        minutes.
      </p>
      <p class="pulse" role="status"><i></i>Waiting for your answer</p>
    </section>
    <section class="handset" aria-label="Simulated phone">
      <div class="screen ${prompt.network}">
        <div class="bar"><span>${network.name}</span><span>Simulated phone</span></div>
        <div class="dialog">
          <small>Mobile money</small>
          ${
            prompt.state === 'send_otp'
              ? html`<p>Your voucher code is</p>
                  <p class="voucher" data-testid="voucher">${VOUCHER}</p>`
              : html`<p>Pay <b>${amount}</b> to <b>${merchant}</b>?</p>
                  <div class="row">
                    <form method="post" action="${path}/phone-decline">
                      <button class="key no" data-testid="phone-decline">Decline</button>
                    </form>
                    <form method="post" action="${path}/phone-approve">
                      <button class="key yes" data-testid="phone-approve">Approve</button>
                    </form>
                  </div>`
          }
        </div>
      </div>
    </section>
    ${
      transaction.origin === 'checkout'
        ? html`<form method="post" action="${path}/other-way">
            <button class="link calm">Pay another way</button>
          </form>`
        : null
    }`;
}

function paidView({ transaction, merchant, returnTo }: PageInput): Markup {
  const amount = money(transaction.paidAmount ?? 0, transaction.paidCurrency);
  const back = transaction.status !== 'success';
  return html`<section class="end" data-testid="paid">
    <span class="mark ${back ? 'wait' : 'good'}">${back ? ICONS.pause : ICONS.check}</span>
    <h1>${back ? 'This payment was given back' : 'Payment successful'}</h1>
    <p>
      ${back ? `${amount} was paid to ${merchant} and later returned.` : `You paid ${amount} to ${merchant}. You may close this page.`}
    </p>
    ${returnTo ? html`<a class="button" href="${returnTo}" data-testid="return">Return to ${merchant}</a>` : null}
  </section>`;
}

function closedView({ transaction, merchant }: PageInput): Markup {
  return html`<section class="end">
    <span class="mark wait">${ICONS.pause}</span>
    <h1>No prompt is waiting</h1>
    <p>${transaction.gatewayResponse}. Go back to ${merchant} to try again.</p>
  </section>`;
}
