import type { ContestView } from '@abato/contracts';
import clsx from 'clsx';
import { Copy, Settings2, Trash2 } from 'lucide-react';
import { useNavigate } from 'react-router-dom';
import { confirmAction } from '@/components/admin/ask';
import { GuardedButton } from '@/components/admin/guarded-button';
import { OwnershipBadge } from '@/components/admin/ownership-badge';
import { ContestBadge } from '@/components/badge';
import { Button } from '@/components/button';
import { Card } from '@/components/card';
import { Link } from '@/components/link';
import { Picture } from '@/components/picture';
import { useAdminAction } from '@/lib/admin/use-admin-action';
import { useAdmin } from '@/lib/admin/use-admin';
import { formatCount, formatDate, formatPrice } from '@/lib/format';
import { adminContests as texts } from '@/texts/en/admin-contests';
import { adminForms } from '@/texts/en/admin-forms';
import { deleteContest, duplicateContest } from './api';
import { PauseButton } from './pause-button';

export function ContestCard({ contest }: { contest: ContestView }) {
  const t = texts.card;
  const { id, superAdmin } = useAdmin();
  const navigate = useNavigate();
  const own = contest.userId === id;
  const path = `/admin/contests/${contest.id}`;
  const owner = contest.host.user;
  const facts: [string, string][] = [
    [t.host, contest.host.name],
    ...(superAdmin && owner ? [[t.owner, `${owner.firstName} ${owner.lastName}`] as [string, string]] : []),
    [t.categories, formatCount(contest._count.categories)],
    [t.votes, formatCount(contest._count.votes)],
    [t.price, formatPrice(contest.votePrice)],
    [t.starts, formatDate(contest.startDate)],
    [t.ends, formatDate(contest.endDate)],
  ];
  const remove = () =>
    confirmAction({
      ...texts.confirmDelete,
      text: texts.confirmDelete.text(contest.title),
      run: () => deleteContest(contest.id),
    });
  return (
    <Card
      className="grid grid-cols-[4rem_minmax(0,1fr)] gap-x-4 gap-y-3 p-3.5 lg:grid-cols-[7rem_minmax(0,1fr)_16rem] lg:items-center"
      data-testid={`contest-${contest.id}`}
    >
      <Picture
        path={contest.banner}
        box={[640, 274]}
        sizes="7rem"
        name={contest.title}
        alt=""
        className="aspect-square w-full overflow-hidden rounded-md lg:aspect-4/3"
      />
      <div className="min-w-0">
        <div className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
          <h2 className="min-w-0 text-lg leading-snug">
            <Link to={path} className="line-clamp-2 no-underline hover:underline">
              {contest.title}
            </Link>
          </h2>
          <ContestBadge contest={contest} />
          {superAdmin && <OwnershipBadge own={own} ownText={texts.own} />}
        </div>
        <p className="line-clamp-1 text-sm text-muted">{contest.description}</p>
        <dl className="mt-1.5 flex flex-wrap gap-x-4 gap-y-0.5 text-xs">
          {facts.map(([name, value]) => (
            <div key={name} className="flex min-w-0 gap-1.5">
              <dt className="whitespace-nowrap text-muted">{name}</dt>
              <dd className="min-w-0 font-semibold tabular-nums wrap-anywhere">{value}</dd>
            </div>
          ))}
        </dl>
      </div>
      <div className="col-span-full grid grid-cols-2 gap-2 sm:grid-cols-4 lg:col-span-1 lg:grid-cols-2">
        <GuardedButton
          variant="ink"
          size="sm"
          refusal={own ? undefined : texts.manageRefused}
          aria-label={t.manageNamed(contest.title)}
          icon={<Settings2 aria-hidden className="size-4" />}
          onClick={() => void navigate(path)}
          data-testid={`manage-${contest.id}`}
        >
          {t.manage}
        </GuardedButton>
        {own && <DuplicateButton contest={contest} />}
        <PauseButton contest={contest} refusal={own ? undefined : texts.manageRefused} />
        <GuardedButton
          variant="outline"
          size="sm"
          refusal={own ? undefined : texts.deleteRefused}
          aria-label={t.deleteNamed(contest.title)}
          // In the last column of every card, with or without the button before it.
          className={clsx('-col-end-1', own && 'text-red-text')}
          icon={<Trash2 aria-hidden className="size-4" />}
          onClick={remove}
          data-testid={`delete-contest-${contest.id}`}
        >
          {adminForms.delete}
        </GuardedButton>
      </div>
    </Card>
  );
}

/** Leads straight to the copy. */
function DuplicateButton({ contest }: { contest: ContestView }) {
  const t = texts.card;
  const navigate = useNavigate();
  const duplicate = useAdminAction({
    run: () => duplicateContest(contest.id),
    success: t.duplicated,
    onDone: ({ id }) => void navigate(`/admin/contests/${id}`),
  });
  return (
    <Button
      variant="outline"
      size="sm"
      busy={duplicate.isPending}
      aria-label={t.duplicateNamed(contest.title)}
      icon={<Copy aria-hidden className="size-4" />}
      onClick={() => duplicate.mutate()}
      data-testid={`duplicate-${contest.id}`}
    >
      {t.duplicate}
    </Button>
  );
}
