import {
  type ChargePaymentResult,
  formatCedis,
  lightTexts as t,
  payDeadline,
  type PaymentVerificationBody,
  type PublicContestView,
} from '@abato/contracts';
import type { FormProof } from '../form-token.js';
import { framed } from '../frame.js';
import { html, type Html } from '../html.js';
import { contestHead, contestPath, fullPath, shortName } from './contest-head.js';
import { receipt } from './result-page.js';
import { errorOf, field, hiddenProof, type Problem, problemBox } from './vote-page.js';

/** What the payer types at each step that asks for something. */
export const STEP_FIELDS = {
  enter_voucher: ['otp'],
  enter_pin: ['pin'],
  enter_phone: ['phone'],
  enter_birthday: ['birthday'],
  enter_address: ['address', 'city', 'state', 'zipCode'],
} as const satisfies Partial<Record<ChargePaymentResult['step'], readonly (keyof typeof t.payment.fields)[]>>;
export type AskingStep = keyof typeof STEP_FIELDS;

const ASKING_STEPS = Object.keys(STEP_FIELDS) as AskingStep[];

/** The step that a form answers. Opera Mini sends a form by itself once its only field is filled in, and then names no button. */
export const answeredStep = (form: Readonly<Record<string, string>>): string =>
  form['step'] ??
  ASKING_STEPS.find((step) => STEP_FIELDS[step].every((name) => form[name] !== undefined)) ??
  '';

export const isAsking = (step: string): step is AskingStep => Object.hasOwn(STEP_FIELDS, step);

/** A page asks by itself for about half an hour: as long as a vote may wait for its payment. */
const MOST_REFRESHES = 150;
/** Soon at first, because most prompts are approved within a minute. */
const REFRESH_SECONDS = { soon: 5, later: 15 };
const SOON_REFRESHES = 24;

export interface WaitingPage {
  contest: PublicContestView;
  payment: PaymentVerificationBody;
  /** Of a mobile-money charge; null for a payment on the provider's page. */
  charge: ChargePaymentResult | null;
  /** Epoch milliseconds. */
  now: number;
  /** How often the page has asked by itself. */
  asked: number;
  proof: FormProof;
  problem: Problem | null;
}

export function payPath(contestId: string, reference: string, asked?: number): string {
  return `/v/${contestId}/pay?reference=${encodeURIComponent(reference)}${asked ? `&n=${asked}` : ''}`;
}

/** Leads to the provider's page: by itself, and by a link where a browser does not follow. */
export function goPage(contest: PublicContestView, url: string, amount: number, now: number): string {
  const main = html`<h2>${t.payment.goTitle}</h2>
    <p>${t.payment.goText(formatCedis(amount))}</p>
    ${deadline(contest, now, false)}
    <p><a class="b" href="${url}">${t.payment.go}</a></p>`;
  const refresh = { seconds: 1, path: url };
  return framed({
    title: t.payment.goTitle,
    head: contestHead(contest),
    main,
    full: fullPath(contest.id),
    refresh,
  });
}

/** In the last minutes of the contest: until when the payment counts. */
function deadline({ endDate }: PublicContestView, now: number, byPrompt: boolean): Html | null {
  const time = payDeadline(Date.parse(endDate), now, byPrompt);
  return time ? html`<p><b>${byPrompt ? t.form.approveBy(time) : t.form.payBy(time)}</b></p>` : null;
}

/** What a payer has to do now, or what became of the payment. */
export function paymentPage(page: WaitingPage): string {
  const { status } = page.payment.data;
  return status === 'PENDING' ? pendingPage(page) : decidedPage(page);
}

function decidedPage({ contest, payment: { message, data } }: WaitingPage): string {
  const { status, vote, amount, reference, nothingTaken } = data;
  const counted = status === 'COMPLETED';
  const title = counted ? t.result.counted(vote.voteCount) : t.payment.failed;
  const main = html`<h2>${title}</h2>
    <p>${message}${nothingTaken ? ` ${t.payment.nothingTaken}` : ''}</p>
    <dl>
      <dt>${t.result.for(vote.voteCount, shortName(vote.contestant.name))}</dt>
      <dd>${t.payment.amount(formatCedis(amount))}<br /><small>${t.payment.reference(reference)}</small></dd>
      ${receipt({ status, receiptCode: data.receiptCode ?? null })}
    </dl>
    ${back(contest)}`;
  return framed({ title, head: contestHead(contest), main, full: fullPath(contest.id) });
}

function pendingPage(page: WaitingPage): string {
  const { contest, payment, charge, asked, problem, now } = page;
  const { reference, amount } = payment.data;
  const step = charge && charge.step !== 'done' && charge.step !== 'failed' ? charge.step : 'wait';
  const title = t.payment.title[step];
  const asks = isAsking(step);
  const goesOn = !asks && asked < MOST_REFRESHES;
  const seconds = asked < SOON_REFRESHES ? REFRESH_SECONDS.soon : REFRESH_SECONDS.later;
  const main = html`${problemBox(problem)}
    <h2>${title}</h2>
    <p>${charge?.message ?? payment.message}</p>
    ${deadline(contest, now, charge !== null && step !== 'open_page')}
    <p class="m">${t.payment.amount(formatCedis(amount))}<br />${t.payment.reference(reference)}</p>
    ${
      asks ? stepForm(page, step) : null
    }${charge?.step === 'open_page' && charge.url ? html`<p><a class="b" href="${charge.url}">${t.payment.openPage}</a></p>` : null}${
      asks
        ? null
        : html`<p>
            ${goesOn ? t.payment.refreshes : t.payment.stopped}
            <a href="${payPath(contest.id, reference)}">${t.payment.check}</a>
          </p>`
    }
    <p class="m">${t.payment.leave}</p>
    ${back(contest)}`;
  return framed({
    title,
    head: contestHead(contest),
    main,
    full: fullPath(contest.id),
    refresh: goesOn ? { seconds, path: payPath(contest.id, reference, asked + 1) } : undefined,
  });
}

function stepForm({ contest, payment, proof, problem }: WaitingPage, step: AskingStep): Html {
  const fields = STEP_FIELDS[step].map((name) =>
    field(
      { name, label: t.payment.fields[name], error: errorOf(problem, name) },
      name === 'pin'
        ? html`type="password" inputmode="numeric" autocomplete="off"`
        : name === 'birthday'
          ? html`type="date"`
          : html`autocomplete="off" maxlength="200"`,
      '',
    ),
  );
  return html`<form method="post" action="${payPath(contest.id, payment.data.reference)}">
    ${hiddenProof(proof)}${fields}<button name="step" value="${step}">${t.payment.send}</button>
  </form>`;
}

function back({ id }: PublicContestView): Html {
  return html`<p><a href="${contestPath(id)}">${t.allNominees}</a></p>`;
}
