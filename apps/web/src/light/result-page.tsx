import {
  contestPath,
  formatCedis,
  lightTexts as t,
  type LightResult,
  nomineePath,
  type PublicContestView,
  type VoteDecision,
} from '@abato/contracts';
import { ContestLightPage, dateOf, shortName } from './contest-parts';

/** What became of a vote, with its receipt. */
export function ResultPage({ contest, result }: { contest: PublicContestView; result: LightResult }) {
  const { votes, nominee, amount, reason } = result;
  const [title, text] = wordsOf(result);
  return (
    <ContestLightPage contest={contest} title={title}>
      <h2>{title}</h2>
      {text && <p>{text}</p>}
      {reason && <p>{t.result.reasons[reason]}</p>}
      {result.decisions.map((decision, at) => (
        <Decided key={at} {...decision} />
      ))}
      {(nominee || result.receiptCode) && (
        <dl>
          {nominee && <dt>{t.result.for(votes, shortName(nominee.name))}</dt>}
          {amount > 0 && <dd>{t.payment.amount(formatCedis(amount))}</dd>}
          <Receipt {...result} />
        </dl>
      )}
      {contest.open && (
        <p>
          <a className="b" href={nominee ? nomineePath(contest.id, nominee.code) : contestPath(contest.id)}>
            {t.result.again}
          </a>
        </p>
      )}
      <p>
        <a href={contestPath(contest.id)}>{t.allNominees}</a>
      </p>
    </ContestLightPage>
  );
}

function Decided({ kind, reason, minute }: VoteDecision) {
  return (
    <p>
      {t.result.decided[kind](dateOf(minute))}
      {reason && (
        <>
          <br />
          {t.result.decisionReason(reason)}
        </>
      )}
    </p>
  );
}

/** The code of a receipt, and the way to what it shows. */
export function Receipt({ status, receiptCode }: Pick<LightResult, 'status' | 'receiptCode'>) {
  if (!receiptCode || status === 'FAILED') return null;
  return (
    <>
      <dt>{t.result.receipt}</dt>
      <dd>
        <b>{receiptCode}</b>
        {status === 'COMPLETED' && (
          <>
            {' '}
            <a href={`/r/${receiptCode}`}>{t.result.check}</a>{' '}
            <a href={`/api/receipts/${receiptCode}/statement`} download>
              {t.result.statement}
            </a>
          </>
        )}
        <br />
        <small>{t.result.keep}</small>
      </dd>
    </>
  );
}

function wordsOf({ votes, amount, status, undone }: LightResult): readonly [string, string | null] {
  if (undone) return t.result.undone[undone];
  if (status === 'COMPLETED') return [t.result.counted(votes), null];
  if (amount > 0)
    return status === 'FAILED' ? [t.payment.failed, null] : [t.result.unpaid, t.result.unpaidText];
  return [t.result.held, t.result.heldText];
}
