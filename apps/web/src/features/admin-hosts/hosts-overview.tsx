import { ContestStrip, DecisionList, TodayPanel, useOverview } from '@/components/admin/overview';
import { useLoggedFailure } from '@/lib/admin/use-logged-failure';
import { adminOverview as t } from '@/texts/en/admin-overview';

const MOST_CONTESTS = 4;

/** Above an organiser's hosts: how the contests go and what waits. Nothing for an organiser without a contest, or when it cannot be read. */
export function HostsOverview() {
  const { data, error, isPending } = useOverview();
  useLoggedFailure(t.failed, error);
  if (isPending) return <div aria-hidden className="skeleton mb-10 h-dvh rounded-xl" />;
  if (!data || data.totalContests === 0) return null;
  return (
    <section aria-label={t.label} className="mb-10 grid grid-cols-1 gap-5" data-testid="hosts-overview">
      <TodayPanel overview={data} />
      <div className="grid grid-cols-1 items-start gap-5 xl:grid-cols-[minmax(0,1fr)_20rem]">
        <ContestStrip title={t.contests.title} overview={data} most={MOST_CONTESTS} />
        <div className="max-xl:order-first">
          <DecisionList title={t.decisions.title} decisions={data.decisions} />
        </div>
      </div>
    </section>
  );
}
