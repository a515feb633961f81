import { formatCedis, lightTexts as t, type PublicContestView, type VoteDecision } from '@abato/contracts';
import { framed } from '../frame.js';
import { html, type Html } from '../html.js';
import { contestHead, contestPath, dateOf, fullPath, nomineePath, shortName } from './contest-head.js';

export interface Result {
  votes: number;
  /** Cedis; 0 for a free vote. */
  amount: number;
  status: 'COMPLETED' | 'PENDING' | 'FAILED';
  /** Why a free vote does not count any more. */
  undone: keyof typeof t.result.undone | null;
  /** Why a free vote was held that does not count. */
  reason: keyof typeof t.result.reasons | null;
  /** What the organiser decided about it, the oldest first. */
  decisions: readonly VoteDecision[];
  /** null for a nominee that is not shown any more. */
  nominee: { name: string; code: string } | null;
  receiptCode: string | null;
}

/** What became of a vote, with its receipt. */
export function resultPage(contest: PublicContestView, result: Result): string {
  const { votes, nominee, amount, reason } = result;
  const [title, text] = wordsOf(result);
  const what = nominee && html`<dt>${t.result.for(votes, shortName(nominee.name))}</dt>`;
  const paid = amount > 0 && html`<dd>${t.payment.amount(formatCedis(amount))}</dd>`;
  const main = html`<h2>${title}</h2>
    ${text && html`<p>${text}</p>`}${reason && html`<p>${t.result.reasons[reason]}</p>`}${result.decisions.map(decided)}${
      what || result.receiptCode ? html`<dl>${what}${paid}${receipt(result)}</dl>` : null
    }${contest.open ? html`<p><a class="b" href="${nominee ? nomineePath(contest.id, nominee.code) : contestPath(contest.id)}">${t.result.again}</a></p>` : null}
    <p><a href="${contestPath(contest.id)}">${t.allNominees}</a></p>`;
  return framed({ title, head: contestHead(contest), main, full: fullPath(contest.id) });
}

function decided({ kind, reason, minute }: VoteDecision): Html {
  const said = t.result.decided[kind](dateOf(minute));
  return html`<p>${said}${reason && html`<br />${t.result.decisionReason(reason)}`}</p>`;
}

/** The code of a receipt, and the way to what it shows. */
export function receipt({ status, receiptCode }: Pick<Result, 'status' | 'receiptCode'>): Html | null {
  if (!receiptCode || status === 'FAILED') return null;
  const check =
    status === 'COMPLETED' &&
    html` <a href="/r/${receiptCode}">${t.result.check}</a>
      <a href="/api/receipts/${receiptCode}/statement" download>${t.result.statement}</a>`;
  return html`<dt>${t.result.receipt}</dt>
    <dd><b>${receiptCode}</b>${check}<br /><small>${t.result.keep}</small></dd>`;
}

function wordsOf({ votes, amount, status, undone }: Result): readonly [string, string | null] {
  if (undone) return t.result.undone[undone];
  if (status === 'COMPLETED') return [t.result.counted(votes), null];
  if (amount > 0)
    return status === 'FAILED' ? [t.payment.failed, null] : [t.result.unpaid, t.result.unpaidText];
  return [t.result.held, t.result.heldText];
}
