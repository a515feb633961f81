import {
  cedisFromPesewas,
  CODE_LENGTH,
  contestPath,
  formatCedis,
  lightTexts as t,
  MOBILE_NETWORKS,
  nomineePath,
  ownPricesOf,
  payDeadline,
  pricesIn,
  type Problem,
  type PublicContestView,
  rulesShownBy,
  type Total,
  toldTotal,
  type VoteFields,
  type VotePage as Page,
} from '@abato/contracts';
import type { ReactNode } from 'react';
import { NomineeCode, NomineeName } from '@/components/nominee';
import { ClosedNotice, ContestLightPage, shortened, shortName } from './contest-parts';
import { Choice, errorOf, Field, FieldError, Hidden, ProblemBox, Step } from './form-parts';

const LONGEST_BIO = 300;

const titled = (title: string, problem: Problem | null): string =>
  problem ? `${t.problems.title}: ${title}` : title;

export function VotePage(page: Page) {
  const { contest, nominee, problem } = page;
  return (
    <ContestLightPage
      contest={contest}
      title={titled(t.form.title(nominee.name), problem)}
      query={`?contestant=${nominee.id}`}
    >
      <ProblemBox problem={problem} />
      <ClosedNotice contest={contest} />
      <p>
        <a href={contestPath(contest.id)}>{t.allNominees}</a>
      </p>
      <NomineeName as="h2" name={shortName(nominee.name)} />
      <NomineeCode code={nominee.code} className="m" />
      {nominee.bio && <p>{shortened(nominee.bio, LONGEST_BIO)}</p>}
      {contest.open && <VoteForm {...page} />}
    </ContestLightPage>
  );
}

export function CodePage(page: Page) {
  const { fields, problem, canDial } = page;
  return (
    <ProofPage page={page} title={t.proof.title}>
      <p>
        {t.proof.sent(fields.phone)} {reasonOf(page)}
      </p>
      <Field
        name="code"
        label={t.proof.code}
        hint={t.proof.hint}
        error={errorOf(problem, 'code')}
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={CODE_LENGTH * 2}
      />
      <Step step="code" label={t.proof.submit} /> <Step step="again" label={t.proof.again} quiet />{' '}
      {canDial && <Step step="dial" label={t.proof.ussd} quiet />}
    </ProofPage>
  );
}

/** The proof is asked for by a button, because nothing runs on this page. */
export function DialPage(page: Page) {
  const { fields, dial } = page;
  return (
    <ProofPage page={page} title={t.proof.dialTitle}>
      <p>{t.proof.dial(fields.phone)}</p>
      <p>
        <a href={`tel:${encodeURIComponent(dial ?? '')}`}>
          <b>{dial}</b>
        </a>
      </p>
      <p>
        {t.proof.dialHint} {reasonOf(page)}
      </p>
      <Step step="dialled" label={t.proof.dialled} /> <Step step="again" label={t.proof.sms} quiet />
    </ProofPage>
  );
}

/** Why the number is asked for a proof; in an open contest the code takes the place of a person check. */
function reasonOf({ contest }: Page): string {
  return contest.verification === 'OPEN' ? t.proof.whyPerson : t.proof.why;
}

function ProofPage({ page, title, children }: { page: Page; title: string; children: ReactNode }) {
  const { contest, nominee, fields, proof, problem } = page;
  return (
    <ContestLightPage contest={contest} title={titled(title, problem)} query={`?contestant=${nominee.id}`}>
      <ProblemBox problem={problem} />
      <h2>{title}</h2>
      <form method="post" action={nomineePath(contest.id, nominee.code)}>
        <Hidden fields={{ ...proof, ...fields }} />
        {children} <Step step="edit" label={t.proof.otherNumber} quiet />
      </form>
    </ContestLightPage>
  );
}

export function TotalPage({ contest, nominee, fields, proof, total }: Page & { total: Total }) {
  const amount = formatCedis(total.amount);
  return (
    <ContestLightPage contest={contest} title={t.payment.askTitle} query={`?contestant=${nominee.id}`}>
      <h2>{t.payment.askTitle}</h2>
      <form method="post" action={nomineePath(contest.id, nominee.code)}>
        <Hidden fields={{ ...proof, ...fields, told: toldTotal(total) }} />
        <dl>
          <dt>{t.result.for(total.votes, shortName(nominee.name))}</dt>
          <dd>{t.payment.amount(amount)}</dd>
        </dl>
        <p>{fields.pay === 'checkout' ? t.payment.goText(amount) : t.payment.askText}</p>
        <Step step="pay" label={t.payment.pay(amount)} />
        <Step step="change" label={t.payment.change} quiet />
      </form>
    </ContestLightPage>
  );
}

function VoteForm({ contest, nominee, fields, proof, problem, now, canDial }: Page) {
  const free = contest.votePrice === 0;
  const isElection = free && contest.verification === 'ELECTORATE';
  return (
    <form method="post" action={nomineePath(contest.id, nominee.code)}>
      <Hidden fields={{ ...proof, nr: fields.nr }} />
      <Field
        name="votes"
        label={t.form.votes}
        hint={free ? freeNote(contest) : pricesNote(contest, nominee.id)}
        error={errorOf(problem, 'voteCount')}
        inputMode="numeric"
        maxLength={6}
        autoComplete="off"
        value={fields.votes}
      />
      {isElection && (
        <Field
          name="ballot"
          label={t.form.ballot}
          hint={t.form.ballotHint}
          error={errorOf(problem, 'ballotCode')}
          autoComplete="off"
          autoCapitalize="characters"
          maxLength={20}
          value={fields.ballot}
        />
      )}
      <Field
        name="phone"
        label={t.form.phone}
        hint={isElection ? t.form.ballotPhoneHint : t.form.phoneHint}
        error={errorOf(problem, 'voterPhone', 'phone', 'phoneNumber')}
        type="tel"
        autoComplete="tel"
        maxLength={20}
        value={fields.phone}
      />
      {free ? (
        canDial && contest.verification !== 'OPEN' && <ProveChoice {...fields} />
      ) : (
        <PayChoice
          fields={fields}
          problem={problem}
          payBy={payDeadline(Date.parse(contest.endDate), now, false)}
        />
      )}
      {!isElection && <PersonDetails fields={fields} problem={problem} />}
      <p className="m">{t.form.erased(contest.retentionMonths)}</p>
      <Step step="vote" label={free ? t.form.cast : t.form.proceed} />
    </form>
  );
}

interface Typed {
  fields: VoteFields;
  problem: Problem | null;
}

/** Name and e-mail of the voter. Elections ask for neither: no name stands beside a ballot (ADR 134). */
function PersonDetails({ fields, problem }: Typed) {
  return (
    <details open={Boolean(fields.name || fields.email)}>
      <summary>{t.form.details}</summary>
      <Field
        name="name"
        label={t.form.name}
        error={errorOf(problem, 'voterName')}
        autoComplete="name"
        maxLength={100}
        value={fields.name}
      />
      <Field
        name="email"
        label={t.form.email}
        error={errorOf(problem, 'voterEmail')}
        type="email"
        autoComplete="email"
        maxLength={254}
        value={fields.email}
      />
    </details>
  );
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

function ProveChoice({ prove }: VoteFields) {
  return (
    <fieldset>
      <legend>{t.form.prove}</legend>
      <Choice name="prove" chosen={prove} value="sms" label={t.form.bySms} />
      <Choice name="prove" chosen={prove} value="ussd" label={t.form.byDialling} />
    </fieldset>
  );
}

function PayChoice({ fields: { pay, network }, problem, payBy }: Typed & { payBy: string | null }) {
  const error = errorOf(problem, 'network');
  return (
    <>
      <fieldset>
        <legend>{t.form.pay}</legend>
        <Choice name="pay" chosen={pay} value="momo" label={t.form.momo} />
        <Choice name="pay" chosen={pay} value="checkout" label={t.form.checkout} />
      </fieldset>
      <div>
        <label htmlFor="network">{t.form.network}</label>
      </div>
      <FieldError name="network" error={error} />
      <select
        id="network"
        name="network"
        defaultValue={network}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? 'network-e' : undefined}
      >
        <option value="">{t.form.choose}</option>
        {MOBILE_NETWORKS.map((one) => (
          <option key={one} value={one}>
            {t.form.networks[one]}
          </option>
        ))}
      </select>
      <small>
        {t.form.payNote} {payBy && t.form.payBy(payBy)}
      </small>
    </>
  );
}
