import type { VoteDecision, VoteDecisionKind } from '@abato/contracts';
import { formatDateTime } from '@/lib/format';
import { Notice } from './notice';

/** What people decided about one vote, with the reasons that they gave. */
export function Decisions({
  decisions,
  texts,
  className,
}: {
  decisions: readonly VoteDecision[];
  texts: {
    decided: Record<VoteDecisionKind, (time: string) => string>;
    decisionReason: (reason: string) => string;
  };
  className: string;
}) {
  if (!decisions.length) return null;
  return (
    <Notice tone="info" className={className}>
      {decisions.map(({ kind, reason, minute }) => (
        <div key={`${kind} ${minute}`} className="mt-2 first:mt-0">
          <p>{texts.decided[kind](formatDateTime(minute))}</p>
          {reason && <p className="wrap-anywhere whitespace-pre-line">{texts.decisionReason(reason)}</p>}
        </div>
      ))}
    </Notice>
  );
}
