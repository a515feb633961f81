import {
  type AskingStep,
  contestPath,
  formatCedis,
  isAsking,
  lightTexts as t,
  payDeadline,
  payPath,
  type PublicContestView,
  STEP_FIELDS,
  type WaitingPage,
} from '@abato/contracts';
import { ContestLightPage, shortName } from './contest-parts';
import { errorOf, Field, Hidden, ProblemBox, Step } from './form-parts';
import { Receipt } from './result-page';

/** A page asks by itself for about half an hour: as long as a vote may wait for its payment. */
const MOST_REFRESHES = 150;
/** Soon at first, because most prompts are approved within a minute. */
const REFRESH_SECONDS = { soon: 5, later: 15 };
const SOON_REFRESHES = 24;

/** Leads to the provider's page: by itself, and by a link where a browser does not follow. */
export function GoPage(page: { contest: PublicContestView; url: string; amount: number; now: number }) {
  const { contest, url, amount, now } = page;
  return (
    <ContestLightPage contest={contest} title={t.payment.goTitle} refresh={{ seconds: 1, path: url }}>
      <h2>{t.payment.goTitle}</h2>
      <p>{t.payment.goText(formatCedis(amount))}</p>
      <Deadline contest={contest} now={now} />
      <p>
        <a className="b" href={url}>
          {t.payment.go}
        </a>
      </p>
    </ContestLightPage>
  );
}

/** In the last minutes of the contest: until when the payment counts. */
function Deadline({
  contest,
  now,
  byPrompt = false,
}: Pick<WaitingPage, 'contest' | 'now'> & { byPrompt?: boolean }) {
  const time = payDeadline(Date.parse(contest.endDate), now, byPrompt);
  return (
    time && (
      <p>
        <b>{byPrompt ? t.form.approveBy(time) : t.form.payBy(time)}</b>
      </p>
    )
  );
}

export function PaymentPage(page: WaitingPage) {
  return page.payment.data.status === 'PENDING' ? <PendingPage {...page} /> : <DecidedPage {...page} />;
}

function DecidedPage({ contest, payment: { message, data } }: WaitingPage) {
  const { status, vote, amount, reference, nothingTaken } = data;
  const title = status === 'COMPLETED' ? t.result.counted(vote.voteCount) : t.payment.failed;
  return (
    <ContestLightPage contest={contest} title={title}>
      <h2>{title}</h2>
      <p>
        {message}
        {nothingTaken && ` ${t.payment.nothingTaken}`}
      </p>
      <dl>
        <dt>{t.result.for(vote.voteCount, shortName(vote.contestant.name))}</dt>
        <dd>
          {t.payment.amount(formatCedis(amount))}
          <br />
          <small>{t.payment.reference(reference)}</small>
        </dd>
        <Receipt status={status} receiptCode={data.receiptCode ?? null} />
      </dl>
      <Back {...contest} />
    </ContestLightPage>
  );
}

function PendingPage(page: WaitingPage) {
  const { contest, payment, charge, asked, problem, now } = page;
  const { reference, amount } = payment.data;
  const step = charge && charge.step !== 'done' && charge.step !== 'failed' ? charge.step : 'wait';
  const asks = isAsking(step);
  const goesOn = !asks && asked < MOST_REFRESHES;
  const seconds = asked < SOON_REFRESHES ? REFRESH_SECONDS.soon : REFRESH_SECONDS.later;
  return (
    <ContestLightPage
      contest={contest}
      title={t.payment.title[step]}
      refresh={goesOn ? { seconds, path: payPath(contest.id, reference, asked + 1) } : undefined}
    >
      <ProblemBox problem={problem} />
      <h2>{t.payment.title[step]}</h2>
      <p>{charge?.message ?? payment.message}</p>
      <Deadline contest={contest} now={now} byPrompt={charge !== null && step !== 'open_page'} />
      <p className="m">
        {t.payment.amount(formatCedis(amount))}
        <br />
        {t.payment.reference(reference)}
      </p>
      {asks && <StepForm page={page} step={step} />}
      {charge?.step === 'open_page' && charge.url && (
        <p>
          <a className="b" href={charge.url}>
            {t.payment.openPage}
          </a>
        </p>
      )}
      {!asks && (
        <p>
          {goesOn ? t.payment.refreshes : t.payment.stopped}{' '}
          <a href={payPath(contest.id, reference)}>{t.payment.check}</a>
        </p>
      )}
      <p className="m">{t.payment.leave}</p>
      <Back {...contest} />
    </ContestLightPage>
  );
}

function StepForm({ page, step }: { page: WaitingPage; step: AskingStep }) {
  const { contest, payment, proof, problem } = page;
  return (
    <form method="post" action={payPath(contest.id, payment.data.reference)}>
      <Hidden fields={{ ...proof }} />
      {STEP_FIELDS[step].map((name) => (
        <Field
          key={name}
          name={name}
          label={t.payment.fields[name]}
          error={errorOf(problem, name)}
          {...(name === 'pin'
            ? { type: 'password', inputMode: 'numeric', autoComplete: 'off' }
            : name === 'birthday'
              ? { type: 'date' }
              : { autoComplete: 'off', maxLength: 200 })}
        />
      ))}
      <Step step={step} label={t.payment.send} />
    </form>
  );
}

function Back({ id }: PublicContestView) {
  return (
    <p>
      <a href={contestPath(id)}>{t.allNominees}</a>
    </p>
  );
}
