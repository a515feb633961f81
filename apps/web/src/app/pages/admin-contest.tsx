import type { ContestView } from '@abato/contracts';
import { Suspense } from 'react';
import { Spinner } from '@/components/spinner';
import { ContestPage } from '@/features/admin-contests/contest-page';
import { lazyPart } from '@/lib/load-code';
import { common } from '@/texts/en/common';

const ShareKit = lazyPart(async () => (await import('@/features/admin-share/share-page')).ShareKit);
const ContestLog = lazyPart(async () => (await import('@/features/admin-audit/audit-list')).ContestLog);

const ElectorateCard = lazyPart(
  async () => (await import('@/features/admin-electorate/electorate-card')).ElectorateCard,
);
const HeldPanel = lazyPart(async () => (await import('@/features/admin-votes/held-panel')).HeldPanel);

const waiting = <Spinner size="large" caption={common.loading} />;
const tabs = {
  held: (contest: ContestView, votes: number) => (
    <Suspense fallback={waiting}>
      <HeldPanel contest={contest} waiting={votes} />
    </Suspense>
  ),
  share: (contest: ContestView) => (
    <Suspense fallback={waiting}>
      <ShareKit contest={contest} />
    </Suspense>
  ),
  electorate: (contest: ContestView, own: boolean) => (
    <Suspense fallback={waiting}>
      <ElectorateCard contest={contest} own={own} />
    </Suspense>
  ),
  log: (contestId: string) => (
    <Suspense fallback={waiting}>
      <ContestLog contestId={contestId} />
    </Suspense>
  ),
};

/** One contest of an organiser. In app/ because its parts come from four features. */
export function AdminContestPage() {
  return <ContestPage tabs={tabs} />;
}
