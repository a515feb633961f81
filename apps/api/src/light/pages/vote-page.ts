import {
  cedisFromPesewas,
  CODE_LENGTH,
  type FieldError,
  formatCedis,
  lightTexts as t,
  MOBILE_NETWORKS,
  ownPricesOf,
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
export const VOTE_FIELDS = ['votes', 'phone', 'name', 'email', 'pay', 'network', 'nr'] as const;

/** Why a form is shown again. */
export interface Problem {
  message: string;
  errors: readonly FieldError[];
}

export interface VotePage {
  contest: PublicContestView;
  nominee: PublicContestantView;
  fields: VoteFields;
  proof: FormProof;
  problem: Problem | null;
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
  const { contest, nominee, fields, proof, problem } = page;
  const hidden = VOTE_FIELDS.map(
    (name) => html`<input type="hidden" name="${name}" value="${fields[name]}" />`,
  );
  const main = html`${problemBox(problem)}
    <h2>${t.proof.title}</h2>
    <form method="post" action="${nomineePath(contest.id, nominee.code)}">
      ${hiddenProof(proof)}${hidden}
      <p>${t.proof.sent(fields.phone)} ${t.proof.why}</p>
      ${field(
        { name: 'code', label: t.proof.code, hint: t.proof.hint, error: errorOf(problem, 'code') },
        html`inputmode="numeric" autocomplete="one-time-code" maxlength="${CODE_LENGTH * 2}"`,
        '',
      )}<button name="step" value="code">${t.proof.submit}</button
      ><button class="q" name="step" value="again">${t.proof.again}</button
      ><button class="q" name="step" value="edit">${t.proof.otherNumber}</button>
    </form>`;
  return framed({
    title: `${problem ? `${t.problems.title}: ` : ''}${t.proof.title}`,
    head: contestHead(contest),
    main,
    full: `${fullPath(contest.id)}?contestant=${nominee.id}`,
  });
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

/** A field with its label, its hint and what is wrong with it. */
export function field(
  { name, label, hint, error }: { name: string; label: string; hint?: string; error: string | null },
  attributes: Html,
  value: string,
): Html {
  const about = [...(error ? [`${name}-e`] : []), ...(hint ? [`${name}-h`] : [])].join(' ');
  return html`<label for="${name}">${label}</label>${error && html`<i id="${name}-e">${error}</i>`}<input
      id="${name}"
      name="${name}"
      ${attributes}${about ? html` aria-describedby="${about}"` : null}${error && html` aria-invalid="true"`}
      value="${value}"
    />${hint ? html`<small id="${name}-h">${hint}</small>` : null}`;
}

function voteForm({ contest, nominee, fields, proof, problem }: VotePage): Html {
  const free = contest.votePrice === 0;
  const note = free ? freeNote(contest) : pricesNote(contest, nominee.id);
  return html`<form method="post" action="${nomineePath(contest.id, nominee.code)}">${hiddenProof(proof)}<input type="hidden" name="nr" value="${fields.nr}">${field(
    { name: 'votes', label: t.form.votes, hint: note, error: errorOf(problem, 'voteCount') },
    html`inputmode="numeric" maxlength="6" autocomplete="off"`,
    fields.votes,
  )}${field(
    {
      name: 'phone',
      label: t.form.phone,
      hint: t.form.phoneHint,
      error: errorOf(problem, 'voterPhone', 'phone', 'phoneNumber'),
    },
    html`type="tel" autocomplete="tel" maxlength="20"`,
    fields.phone,
  )}${free ? null : payChoice(fields, problem)}<details${fields.name || fields.email ? html` open` : null}><summary>${t.form.details}</summary>${field(
    { name: 'name', label: t.form.name, error: errorOf(problem, 'voterName') },
    html`autocomplete="name" maxlength="100"`,
    fields.name,
  )}${field(
    { name: 'email', label: t.form.email, error: errorOf(problem, 'voterEmail') },
    html`type="email" autocomplete="email" maxlength="254"`,
    fields.email,
  )}</details><p class="m">${t.form.erased(contest.retentionMonths)}</p><button name="step" value="vote">${free ? t.form.cast : t.form.proceed}</button></form>`;
}

function freeNote({ verification, freeVotesPerHour }: PublicContestView): string {
  if (verification === 'ELECTORATE') return t.form.electorate;
  const limit = t.form.freeLimit(freeVotesPerHour);
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

function payChoice({ pay, network }: VoteFields, problem: Problem | null): Html {
  const way = (value: string, label: string): Html =>
    html`<label class="r"
      ><input type="radio" name="pay" value="${value}" ${pay === value ? html` checked` : null} />
      ${label}</label
    >`;
  const error = errorOf(problem, 'network');
  const networks = MOBILE_NETWORKS.map(
    (one) =>
      html`<option value="${one}" ${one === network ? html` selected` : null}>
        ${t.form.networks[one]}
      </option>`,
  );
  return html`<fieldset>
      <legend>${t.form.pay}</legend>
      ${way('momo', t.form.momo)}${way('checkout', t.form.checkout)}
    </fieldset>
    <label for="network">${t.form.network}</label>${error && html`<i id="network-e">${error}</i>`}<select
      id="network"
      name="network"
      ${error && html` aria-invalid="true" aria-describedby="network-e"`}
    >
      <option value="">${t.form.choose}</option>
      ${networks}</select
    ><small>${t.form.payNote}</small>`;
}
