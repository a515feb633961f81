import type { PublicContestantView, PublicContestView } from '@abato/contracts';
import { Dialog } from '@/components/dialog';
import { Picture } from '@/components/picture';
import { voteTexts as t } from '@/texts/en/vote';
import type { CountedVote } from '../vote-draft';
import { VoteFormBody } from './vote-form';
import '@/styles/all.css';

export { ensureBrowserToken } from '../get-browser-token';
export { VoteDone } from './vote-done';

export interface VoteDialogProps {
  contest: PublicContestView;
  contestant: PublicContestantView;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** Why no votes are taken now; null while they are. */
  closed: string | null;
  /** Told of a free vote that counts; the dialog has closed. */
  onCounted: (counted: CountedVote) => void;
}

export function VoteDialog({ contest, contestant, open, onOpenChange, closed, onCounted }: VoteDialogProps) {
  const category = contest.categories.find(({ id }) => id === contestant.categoryId);
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={t.title(contestant.name)}
      description={category ? `${category.name} · ${contest.title}` : contest.title}
      media={
        <Picture
          path={contestant.photo}
          box={[64, 64]}
          name={contestant.name}
          className="size-12 shrink-0 rounded-md object-top sm:size-16"
        />
      }
      testId="vote-modal"
    >
      <VoteFormBody
        key={contestant.id}
        contest={contest}
        contestant={contestant}
        category={category}
        closed={closed}
        close={() => onOpenChange(false)}
        onCounted={onCounted}
      />
    </Dialog>
  );
}
