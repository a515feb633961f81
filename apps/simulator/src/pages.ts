import { readFileSync } from 'node:fs';
import { type Handler, Reply } from './core/simulator.js';
import { ControlError } from './core/errors.js';
import { localPhoneOf, textOf, webAddress } from './core/fields.js';
import type { Transaction } from './core/model.js';
import { networkOf } from './provider/transactions.js';
import { DECLINED, FIXTURES, VOUCHER } from './provider/fixtures.js';
import { decide, type Decision, openPrompt, withdrawPrompt } from './provider/payments.js';
import { moneyTaken } from './provider/shapes.js';
import { messagesTo } from './sms.js';

/** The pages a person sees: the hosted checkout with the payer's phone, the keypad phone, the SMS inbox. `pages/` holds their HTML. */

const read = (name: string): string => readFileSync(new URL(`pages/${name}`, import.meta.url), 'utf8');
const CHECKOUT = read('checkout.html');
const KEYPAD = read('phone.html');
const SMS = read('sms.html');
const FILES = new Map(['style.css', 'checkout.js', 'phone.js'].map((name) => [name, read(name)]));

const escaped = (text: string): string => text.replace(/[&<>"']/g, (one) => `&#${one.charCodeAt(0)};`);

interface Values {
  [name: string]: string | number | boolean | null | undefined | Values[];
}

/**
 * Fill a page: `{{name}}` is a value, escaped; `<!-- if name -->…<!-- end name -->` is kept when the value is true;
 * `<!-- each name -->…<!-- end name -->` is repeated for each item of a list.
 */
function fill(page: string, values: Values): string {
  return page
    .replace(
      /<!-- (if|each) (\w+) -->([^]*?)<!-- end \2 -->/g,
      (_, kind: string, name: string, part: string) => {
        const value = values[name];
        if (kind === 'if') return value ? fill(part, values) : '';
        return [value]
          .flat()
          .map((item) => fill(part, { ...values, ...(item as Values) }))
          .join('');
      },
    )
    .replace(/\{\{(\w+)\}\}/g, (_, name: string) => escaped(textOf(values[name]) ?? ''));
}

/** Scripts, styles and calls of the page's own origin only. @param formAction other origins that forms may end at */
function html(text: string, status = 200, ...formAction: string[]): Reply {
  const policy = [
    "default-src 'none'; style-src 'self'; script-src 'self'; connect-src 'self'; img-src data:",
    `form-action ${["'self'", ...formAction].join(' ')}; base-uri 'none'; frame-ancestors 'none'`,
  ];
  return new Reply(status, text, {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': policy.join('; '),
    'cache-control': 'no-store',
  });
}

const goTo = (location: string): Reply => new Reply(303, '', { location });

/** Styles and scripts of the pages. */
export const file: Handler = (_sim, { params: { file: name = '' } }) => {
  const text = FILES.get(name);
  if (text === undefined) throw new ControlError(404, `No file has the name ${name}`);
  const type = name.endsWith('.css') ? 'text/css' : 'text/javascript';
  return new Reply(200, text, { 'content-type': `${type}; charset=utf-8` });
};

export const showKeypad: Handler = ({ settings: { USSD_CODE: code } }) =>
  html(fill(KEYPAD, { code, example: `${code.replace('#', '')}*4821*5#` }));

export const showSms: Handler = (sim, { query }) => {
  const to = textOf(query.to);
  const messages = messagesTo(sim, to).map((one) => ({ ...one, number: one.to, time: one.at.slice(11, 19) }));
  return html(fill(SMS, { to, title: to ?? 'all numbers', messages, isEmpty: !messages.length }));
};

/** `/phone/:reference`: the payer's phone for a direct charge, where there is no checkout page. */
export const openPhone: Handler = (_sim, { params: { reference = '' } }) =>
  goTo(`/checkout/${encodeURIComponent(reference)}`);

/** The hosted page a payer is sent to. Plain forms: it works without its script. */
export const showCheckout: Handler = (sim, { params }) => {
  const transaction = sim.store.byIdOrReference(params.code ?? '');
  return transaction ? checkout(transaction) : unknownLink();
};

/** What an open page asks now and then, to follow a payment that was decided elsewhere. */
export const checkoutState: Handler = ({ store }, { params }) => {
  const transaction = store.byIdOrReference(params.code ?? '');
  if (!transaction) throw new ControlError(404, 'This payment link is not valid');
  const { decisions, status } = transaction;
  const go = decisions > 0 ? returnAddress(transaction, status === 'abandoned') : null;
  return { decisions, go };
};

/** A button of the page: pay by card (and close the tab), decline, cancel, and the same on the phone. */
export const checkoutAction: Handler = async (sim, { params: { code = '', action = '' }, body }) => {
  const transaction = sim.store.byIdOrReference(code);
  if (!transaction) return unknownLink();
  const here = `/checkout/${encodeURIComponent(code)}`;
  const isOpen = !moneyTaken(transaction);
  const { cards } = FIXTURES;
  const card = cards.find(({ number }) => number === textOf(body.card)) ?? cards[0];
  const byCard: Decision = { channel: 'card', card: card.number, reason: card.declines };
  const refused = { channel: 'mobile_money' as const, reason: DECLINED };
  // An approval ends as the script says; decline and cancel are the payer's own will.
  const approval = transaction.script.outcome ?? (byCard.reason ? 'failed' : 'success');
  const back = async (outcome: 'success' | 'failed' | 'abandoned', decision: Decision) => {
    await decide(sim, transaction, outcome, decision);
    return goTo(returnAddress(transaction, outcome === 'abandoned') ?? here);
  };
  switch (action) {
    case 'approve':
      return back(approval, byCard);
    case 'decline':
      return back('failed', { channel: 'card' });
    case 'abandon':
      return back('abandoned', {});
    case 'phone-approve':
      return back(transaction.script.outcome ?? 'success', { channel: 'mobile_money' });
    case 'phone-decline':
      return back('failed', refused);
    // The payer pays and closes the browser before it could go back.
    case 'approve-and-close':
      await decide(sim, transaction, approval, byCard);
      return goTo(here);
    case 'other-way':
      if (transaction.origin === 'checkout' && isOpen) withdrawPrompt(sim, transaction);
      return goTo(here);
    case 'phone': {
      const phone = localPhoneOf(body.phone);
      const network = networkOf(body.network ?? 'mtn');
      if (!phone || !network)
        return checkout(transaction, 'This is not a Ghanaian mobile number. Please check it.');
      if (isOpen) openPrompt(sim, transaction, { phone, network, state: 'pay_offline', wrongOtps: 0 });
      return goTo(here);
    }
    default:
      throw new ControlError(404, `The page has no button ${action}`);
  }
};

const unknownLink = (): Reply => html(fill(CHECKOUT, { unknown: true, seen: -1, open: 'no', path: '' }), 404);

/** The page in the state its transaction is in. @param problem what was wrong with the payer's input */
function checkout(transaction: Transaction, problem?: string): Reply {
  const { id, prompt, status, label, email, reference, origin, gatewayResponse } = transaction;
  const isPaid = moneyTaken(transaction);
  const isOnPhone = !isPaid && prompt !== null && status !== 'failed';
  const isClosed = !isPaid && !isOnPhone && origin === 'charge';
  const failure = `The last attempt failed: ${gatewayResponse}. You can try again.`;
  const network = prompt && FIXTURES.networks[prompt.network];
  const text = fill(CHECKOUT, {
    path: `/checkout/${id}`,
    seen: transaction.decisions,
    open: isPaid ? 'no' : 'yes',
    known: true,
    amount: money(transaction),
    payer: label ?? email,
    reference,
    problem: problem ?? (status === 'failed' && failure),
    methods: !isPaid && !isOnPhone && !isClosed,
    cards: FIXTURES.cards.map(({ number, name }) => ({ number, ending: number.slice(-4), name })),
    phone: isOnPhone,
    network: network?.name,
    dial: network?.dial,
    masked: prompt && `${prompt.phone.slice(0, 3)} *** *${prompt.phone.slice(-3)}`,
    otp: prompt?.state === 'send_otp',
    approval: prompt?.state !== 'send_otp',
    voucher: VOUCHER,
    otherWay: origin === 'checkout',
    paid: isPaid && status === 'success',
    returned: isPaid && status !== 'success',
    closed: isClosed,
    gatewayResponse,
    returnTo: returnAddress(transaction, status === 'abandoned'),
  });
  const addresses = [transaction.callbackUrl, cancelAddress(transaction)].filter((one) => one !== null);
  // Browsers hold `form-action` against redirects as well.
  const origins = new Set(addresses.map((address) => new URL(address).origin));
  return html(text, problem ? 400 : 200, ...origins);
}

/** What was paid, else what is asked for: `GHS 1,234.50`. */
function money({ paidAmount, requestedAmount, paidCurrency }: Transaction): string {
  const amount = (paidAmount ?? requestedAmount) / 100;
  return `${paidCurrency} ${amount.toLocaleString('en', { minimumFractionDigits: 2 })}`;
}

function cancelAddress({ metadata }: Transaction): string | null {
  const isObject = typeof metadata === 'object' && metadata !== null;
  return isObject && 'cancel_action' in metadata ? webAddress(metadata.cancel_action) : null;
}

/**
 * Where the browser goes after the payment was decided: `callback_url?trxref=R&reference=R`, or the merchant's
 * `cancel_action` when the payer cancelled.
 * @returns null when the merchant gave no address: the payer is then never sent back
 */
export function returnAddress(transaction: Transaction, cancelled: boolean): string | null {
  const { callbackUrl, reference } = transaction;
  const cancel = cancelled && !moneyTaken(transaction) ? cancelAddress(transaction) : null;
  if (cancel || !callbackUrl) return cancel;
  const address = new URL(callbackUrl);
  address.searchParams.set('trxref', reference);
  address.searchParams.set('reference', reference);
  return address.toString();
}
