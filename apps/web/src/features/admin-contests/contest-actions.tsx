import type { ContestView } from '@abato/contracts';
import { Eye, EyeOff, ExternalLink, Flag, MonitorPlay, Pencil, Share2 } from 'lucide-react';
import { useState } from 'react';
import { ConfirmAction } from '@/components/admin/confirm-action';
import { Button, ButtonLink } from '@/components/button';
import { useAdminAction } from '@/lib/admin/use-admin-action';
import { adminContest } from '@/texts/en/admin-contests';
import { setContestStatus, toggleResults } from './api';
import { isPausable, PauseButton } from './pause-button';

const icon = 'size-4';

/** Everything that can be done with a contest as a whole. Those who may only look at it get the links. */
export function ContestActions({
  contest,
  own,
  onEdit,
}: {
  contest: ContestView;
  own: boolean;
  onEdit: () => void;
}) {
  const t = adminContest.actions;
  return (
    <div className="flex flex-wrap gap-3">
      {own && (
        <>
          <Button
            variant="ink"
            size="sm"
            icon={<Pencil aria-hidden className={icon} />}
            onClick={onEdit}
            data-testid="contest-edit"
          >
            {t.edit}
          </Button>
          <PauseButton contest={contest} />
          <ResultsButton contest={contest} />
          <EndButton contest={contest} />
        </>
      )}
      <ButtonLink
        variant="outline"
        size="sm"
        to={contest.status === 'DRAFT' ? `/admin/contests/${contest.id}/preview` : `/contests/${contest.id}`}
        icon={<ExternalLink aria-hidden className={icon} />}
      >
        {contest.status === 'DRAFT' ? t.preview : t.viewPublic}
      </ButtonLink>
      <ButtonLink
        variant="outline"
        size="sm"
        to={`/admin/contests/${contest.id}/share`}
        icon={<Share2 aria-hidden className={icon} />}
        data-testid="share-kit"
      >
        {t.share}
      </ButtonLink>
      {contest.status !== 'DRAFT' && (
        <ButtonLink
          variant="outline"
          size="sm"
          to={`/contests/${contest.id}/stage`}
          target="_blank"
          icon={<MonitorPlay aria-hidden className={icon} />}
        >
          {t.stage}
        </ButtonLink>
      )}
    </div>
  );
}

function ResultsButton({ contest }: { contest: ContestView }) {
  const t = adminContest.actions;
  const toggle = useAdminAction({
    run: () => toggleResults(contest.id),
    success: (_, after) => (after.showResults ? t.resultsShown : t.resultsHidden),
  });
  const Icon = contest.showResults ? EyeOff : Eye;
  return (
    <Button
      variant="outline"
      size="sm"
      busy={toggle.isPending}
      icon={<Icon aria-hidden className={icon} />}
      onClick={() => toggle.mutate()}
      data-testid="toggle-results"
    >
      {contest.showResults ? t.hideResults : t.showResults}
    </Button>
  );
}

function EndButton({ contest }: { contest: ContestView }) {
  const t = adminContest.confirmEnd;
  const [asking, setAsking] = useState(false);
  if (!isPausable(contest)) return null;
  return (
    <>
      <Button
        variant="outline"
        size="sm"
        icon={<Flag aria-hidden className={icon} />}
        onClick={() => setAsking(true)}
        data-testid="end-contest"
      >
        {adminContest.actions.end}
      </Button>
      <ConfirmAction
        subject={asking ? contest.id : null}
        texts={() => ({ ...t, done: adminContest.actions.ended })}
        run={(id) => setContestStatus(id, 'ENDED')}
        onClose={() => setAsking(false)}
      />
    </>
  );
}
