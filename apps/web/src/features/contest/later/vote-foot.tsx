import type { ReactNode } from 'react';
import { Button } from '@/components/button';
import { voteTexts as t } from '@/texts/en/vote';
import { SheetNotice } from './sheet-notice';
import { VoteTotal } from './vote-total';
import type { Waiting } from '../cast-vote';
import { WaitingNotice } from './waiting-notice';

export interface VoteFootProps {
  /** Why no votes are taken now; null while they are. */
  closed: string | null;
  cutOff: boolean;
  refusal: string | null;
  onGiveUp: () => void;
  /** Until when to pay; null for a free vote. */
  deadline: ReactNode;
  /** What is to be paid; null for a free vote. */
  total: Parameters<typeof VoteTotal>[0] | null;
  waiting: Waiting | null;
  checking: boolean;
  submitting: boolean;
  leaving: boolean;
  label: string;
}

/** Stays in view, down to the dialog's edge, while the fields scroll under it: total and button are what the form is for. */
export function VoteFoot(foot: VoteFootProps) {
  const {
    closed,
    cutOff,
    refusal,
    onGiveUp,
    deadline,
    total,
    waiting,
    checking,
    submitting,
    leaving,
    label,
  } = foot;
  return (
    <div className="sticky bottom-[calc(-1*var(--foot))] -mx-5 mb-[calc(-1*var(--foot))] space-y-2.5 bg-raised px-5 pt-2 pb-(--foot) sm:-mx-7 sm:rounded-b-xl sm:px-7">
      <SheetNotice closed={closed} cutOff={cutOff} refusal={refusal} onGiveUp={onGiveUp} />
      {deadline}
      {total && <VoteTotal {...total} />}
      {waiting && <WaitingNotice {...waiting} />}
      <p role="status" className="text-center text-sm text-muted empty:hidden">
        {checking ? t.checkingHint : ''}
      </p>
      <Button
        type="submit"
        size="lg"
        className="w-full"
        disabled={closed !== null && !submitting}
        busy={submitting || leaving}
        data-testid="vote-submit"
      >
        {label}
      </Button>
    </div>
  );
}
