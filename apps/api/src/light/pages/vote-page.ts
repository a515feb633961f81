import {
  cedisFromPesewas,
  CODE_LENGTH,
  type FieldError,
  formatCedis,
  lightTexts as t,
  MOBILE_NETWORKS,
  ownPricesOf,
  payDeadline,
  pricesIn,
  type PublicContestantView,
  type PublicContestView,
  rulesShownBy,
} from '@abato/contracts';
import { framed } from '../frame.js';
import type { FormProof } from '../form-token.js';
import { html, type Html, shortened } from '../html.js';
import { closedNotice, contestHead, contestPath, fullPath, nomineePath, shortName } from './contest-head.js';

const LONGEST_BIO = 300;

/** What a voter has typed, as it was sent. */
export type VoteFields = Readonly<Record<(typeof VOTE_FIELDS)[number], string>>;
export const VOTE_FIELDS = [
  'votes',
  'phone',
  'ballot',
  'prove',
  'name',
  'email',
  'pay',
  'network',
  'nr',
] as const;

/** Why a form is shown again. */
export interface Problem {
  message: string;
  errors: readonly FieldError[];
}

/** What a vote that is stored costs, and how many of it count. */
export interface Total {
  votes: number;
  /** Cedis. */
  amount: number;
}

/** As the form of the page carries it: what the voter was told. */
export const toldTotal = ({ votes, amount }: Total): string => `${votes} ${amount}`;

export interface VotePage {
  contest: PublicContestView;
  nominee: PublicContestantView;
  fields: VoteFields;
  proof: FormProof;
  problem: Problem | null;
  /** Epoch milliseconds. */
  now: number;
  /** Whether a number can be proven by dialling. */
  canDial: boolean;
  /** What the phone dials, on the page for that. */
  dial: string | null;
}

/** The form for one nominee, with everything that was typed. */
export function votePage(page: VotePage): string {
  const { contest, nominee, problem } = page;
  const main = html`${problemBox(problem)}${closedNotice(contest)}
    <p><a href="${contestPath(contest.id)}">${t.allNominees}</a></p>
    <h2>${shortName(nominee.name)}</h2>
    <p class="m">${t.code(nominee.code)}</p>
    ${
      nominee.bio ? html`<p>${shortened(nominee.bio, LONGEST_BIO, t.cut)}</p>` : null
    }${contest.open ? voteForm(page) : null}`;
  return framed({
    title: `${problem ? `${t.problems.title}: ` : ''}${t.form.title(nominee.name)}`,
    head: contestHead(contest),
    main,
    full: `${fullPath(contest.id)}?contestant=${nominee.id}`,
  });
}

/** The same for the code that was sent to the number. */
export function codePage(page: VotePage): string {
  const { fields, problem, canDial } = page;
  return proofPage(
    page,
    t.proof.title,
    html`<p>${t.proof.sent(fields.phone)} ${reasonOf(page)}</p>
      ${field(
        { name: 'code', label: t.proof.code, hint: t.proof.hint, error: errorOf(problem, 'code') },
        html`inputmode="numeric" autocomplete="one-time-code" maxlength="${CODE_LENGTH * 2}"`,
        '',
      )}${button('code', t.proof.submit)}${button('again', t.proof.again, true)}${canDial && button('dial', t.proof.ussd, true)}`,
  );
}

/** The same for a number that the phone dials; it is asked for by a button, because nothing runs on this page. */
export function dialPage(page: VotePage): string {
  const { fields, dial } = page;
  return proofPage(
    page,
    t.proof.dialTitle,
    html`<p>${t.proof.dial(fields.phone)}</p>
      <p>
        <a href="tel:${encodeURIComponent(dial ?? '')}"><b>${dial}</b></a>
      </p>
      <p>${t.proof.dialHint} ${reasonOf(page)}</p>
      ${button('dialled', t.proof.dialled)}${button('again', t.proof.sms, true)}`,
  );
}

/** Why the number is asked for a proof; in an open contest the code takes the place of a person check. */
function reasonOf({ contest }: VotePage): string {
  return contest.verification === 'OPEN' ? t.proof.whyPerson : t.proof.why;
}

function proofPage(page: VotePage, title: string, parts: Html): string {
  const { contest, nominee, fields, proof, problem } = page;
  const main = html`${problemBox(problem)}
    <h2>${title}</h2>
    <form method="post" action="${nomineePath(contest.id, nominee.code)}">
      ${hiddenProof(proof)}${hiddenFields(fields)}${parts}${button('edit', t.proof.otherNumber, true)}
    </form>`;
  return framed({
    title: `${problem ? `${t.problems.title}: ` : ''}${title}`,
    head: contestHead(contest),
    main,
    full: `${fullPath(contest.id)}?contestant=${nominee.id}`,
  });
}

function button(step: string, label: string, isQuiet = false): Html {
  return html`<button ${isQuiet ? html`class="q" ` : null}name="step" value="${step}">${label}</button> `;
}

/** What a payer is asked for when the button is pressed. */
export function totalPage(page: VotePage & { total: Total }): string {
  const { contest, nominee, fields, proof, total } = page;
  const amount = formatCedis(total.amount);
  const main = html`<h2>${t.payment.askTitle}</h2>
    <form method="post" action="${nomineePath(contest.id, nominee.code)}">
      ${hiddenProof(proof)}${hiddenFields(fields)}<input
        type="hidden"
        name="told"
        value="${toldTotal(total)}"
      />
      <dl>
        <dt>${t.result.for(total.votes, shortName(nominee.name))}</dt>
        <dd>${t.payment.amount(amount)}</dd>
      </dl>
      <p>${fields.pay === 'checkout' ? t.payment.goText(amount) : t.payment.askText}</p>
      <button name="step" value="pay">${t.payment.pay(amount)}</button
      ><button class="q" name="step" value="change">${t.payment.change}</button>
    </form>`;
  return framed({
    title: t.payment.askTitle,
    head: contestHead(contest),
    main,
    full: `${fullPath(contest.id)}?contestant=${nominee.id}`,
  });
}

function hiddenFields(fields: VoteFields): Html[] {
  return VOTE_FIELDS.map((name) => html`<input type="hidden" name="${name}" value="${fields[name]}" />`);
}

export function hiddenProof(proof: FormProof): Html[] {
  return Object.entries({ ...proof } as Record<string, string>).map(
    ([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`,
  );
}

export function problemBox(problem: Problem | null): Html | null {
  return problem && html`<p class="e" role="alert"><b>${t.problems.title}</b>: ${problem.message}</p>`;
}

export function errorOf(problem: Problem | null, ...names: string[]): string | null {
  return problem?.errors.find(({ field: name }) => names.includes(name))?.message ?? null;
}

/** A field with its label, its hint and what is wrong with it, each on a line of its own in text browsers too. */
export function field(
  { name, label, hint, error }: { name: string; label: string; hint?: string; error: string | null },
  attributes: Html,
  value: string,
): Html {
  const about = [...(error ? [`${name}-e`] : []), ...(hint ? [`${name}-h`] : [])].join(' ');
  return html`<div><label for="${name}">${label}</label></div>
    ${error && html`<div><i id="${name}-e">${error}</i></div>`}
    <div>
      <input
        id="${name}"
        name="${name}"
        ${attributes}${about ? html` aria-describedby="${about}"` : null}${error && html` aria-invalid="true"`}
        value="${value}"
      />
    </div>
    ${hint ? html`<div><small id="${name}-h">${hint}</small></div>` : null}`;
}

function voteForm({ contest, nominee, fields, proof, problem, now, canDial }: VotePage): Html {
  const free = contest.votePrice === 0;
  const note = free ? freeNote(contest) : pricesNote(contest, nominee.id);
  const payBy = payDeadline(Date.parse(contest.endDate), now, false);
  const isElection = free && contest.verification === 'ELECTORATE';
  return html`<form method="post" action="${nomineePath(contest.id, nominee.code)}">
    ${hiddenProof(proof)}<input type="hidden" name="nr" value="${fields.nr}" />${field(
      { name: 'votes', label: t.form.votes, hint: note, error: errorOf(problem, 'voteCount') },
      html`inputmode="numeric" maxlength="6" autocomplete="off"`,
      fields.votes,
    )}${
      isElection
        ? field(
            {
              name: 'ballot',
              label: t.form.ballot,
              hint: t.form.ballotHint,
              error: errorOf(problem, 'ballotCode'),
            },
            html`autocomplete="off" autocapitalize="characters" maxlength="20"`,
            fields.ballot,
          )
        : null
    }${field(
      {
        name: 'phone',
        label: t.form.phone,
        hint: isElection ? t.form.ballotPhoneHint : t.form.phoneHint,
        error: errorOf(problem, 'voterPhone', 'phone', 'phoneNumber'),
      },
      html`type="tel" autocomplete="tel" maxlength="20"`,
      fields.phone,
    )}${free ? canDial && contest.verification !== 'OPEN' && proveChoice(fields) : payChoice(fields, problem, payBy)}${isElection ? null : personDetails(fields, problem)}
    <p class="m">${t.form.erased(contest.retentionMonths)}</p>
    <button name="step" value="vote">${free ? t.form.cast : t.form.proceed}</button>
  </form>`;
}

/** Not in elections: no name stands beside a ballot (ADR 134). */
function personDetails(fields: VoteFields, problem: Problem | null): Html {
  return html`<details${fields.name || fields.email ? html` open` : null}><summary>${t.form.details}</summary>${field(
    { name: 'name', label: t.form.name, error: errorOf(problem, 'voterName') },
    html`autocomplete="name" maxlength="100"`,
    fields.name,
  )}${field(
    { name: 'email', label: t.form.email, error: errorOf(problem, 'voterEmail') },
    html`type="email" autocomplete="email" maxlength="254"`,
    fields.email,
  )}</details>`;
}

function freeNote({ verification, freeVotesPerHour }: PublicContestView): string {
  if (verification === 'ELECTORATE') return t.form.electorate;
  const limit = freeVotesPerHour === null ? '' : t.form.freeLimit(freeVotesPerHour);
  return verification === 'PHONE' ? `${limit} ${t.form.confirmed}` : limit;
}

/** The price of one vote, and the bundles, in the nominee's category. */
function pricesNote(contest: PublicContestView, nomineeId: string): string {
  const category = contest.categories.find(({ contestants }) =>
    contestants.some(({ id }) => id === nomineeId),
  );
  const { pricePesewas, bundles } = pricesIn(rulesShownBy(contest), ownPricesOf(category));
  const cedis = (pesewas: number) => formatCedis(cedisFromPesewas(pesewas));
  return [
    t.price(cedis(pricePesewas)),
    ...bundles.map((bundle) => t.bundle(bundle.votes, cedis(bundle.pricePesewas))),
  ].join(' · ');
}

function choice(name: 'pay' | 'prove', chosen: string, value: string, label: string): Html {
  return html`<div>
    <label class="r"
      ><input type="radio" name="${name}" value="${value}" ${chosen === value ? html` checked` : null} />
      ${label}</label
    >
  </div>`;
}

function proveChoice({ prove }: VoteFields): Html {
  return html`<fieldset>
    <legend>${t.form.prove}</legend>
    ${choice('prove', prove, 'sms', t.form.bySms)}${choice('prove', prove, 'ussd', t.form.byDialling)}
  </fieldset>`;
}

function payChoice({ pay, network }: VoteFields, problem: Problem | null, payBy: string | null): Html {
  const error = errorOf(problem, 'network');
  const networks = MOBILE_NETWORKS.map(
    (one) =>
      html`<option value="${one}" ${one === network ? html` selected` : null}>
        ${t.form.networks[one]}
      </option>`,
  );
  return html`<fieldset>
      <legend>${t.form.pay}</legend>
      ${choice('pay', pay, 'momo', t.form.momo)}${choice('pay', pay, 'checkout', t.form.checkout)}
    </fieldset>
    <div><label for="network">${t.form.network}</label></div>
    ${error && html`<div><i id="network-e">${error}</i></div>`}<select
      id="network"
      name="network"
      ${error && html` aria-invalid="true" aria-describedby="network-e"`}
    >
      <option value="">${t.form.choose}</option>
      ${networks}</select
    ><small>${t.form.payNote} ${payBy && t.form.payBy(payBy)}</small>`;
}
