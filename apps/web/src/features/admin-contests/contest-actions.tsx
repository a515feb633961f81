import type { ContestView } from '@abato/contracts';
import { ExternalLink, MonitorPlay, Pencil, Share2 } from 'lucide-react';
import { Button, ButtonLink } from '@/components/button';
import { adminContest } from '@/texts/en/admin-contests';

const icon = 'size-4';

/** Editing, and the screens of a contest. Those who may only look at it get the links. */
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
    // On phones two in a row, an odd one as wide as both: three uneven rows otherwise.
    <div className="grid w-full grid-cols-2 gap-3 max-sm:*:odd:last:col-span-2 sm:flex sm:w-auto sm:flex-wrap">
      {own && (
        <Button
          variant="ink"
          size="sm"
          icon={<Pencil aria-hidden className={icon} />}
          onClick={onEdit}
          data-testid="contest-edit"
        >
          {t.edit}
        </Button>
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
