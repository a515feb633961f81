import type { VotePace } from '@abato/contracts';
import { useQuery } from '@tanstack/react-query';
import { Activity } from 'lucide-react';
import { useState } from 'react';
import { Link } from '@/components/link';
import { Notice } from '@/components/notice';
import { ofContest } from '@/lib/admin/api';
import { paceSentence, votesInWords } from '@/lib/admin/pace-sentence';
import { useLoggedFailure } from '@/lib/admin/use-logged-failure';
import { formatCount } from '@/lib/format';
import { votePace as t } from '@/texts/en/admin-charts';

/** The end of a surge is announced by no message. */
const PACE_REREAD_MS = 20_000;
const votePaceQuery = ofContest<VotePace>('pace', '/votes/contest/{id}/pace', {
  refetchInterval: PACE_REREAD_MS,
});

/**
 * Warns while votes arrive in an unusual way (rules: `PACE_RULES`). Screen readers announce it once, when it begins; later changes
 * of the figures are not announced.
 */
export function PaceAlarm({ contestId }: { contestId: string }) {
  const { data, error } = useQuery(votePaceQuery(contestId));
  useLoggedFailure(t.log, error);
  const announcement = useAnnouncement(data);
  const alarmed = data !== undefined && data.alarms.length > 0;
  return (
    <div data-testid="pace" data-alarms={data?.alarms.join(' ')}>
      <p role="status" className="sr-only">
        {announcement}
      </p>
      {alarmed ? (
        <Notice tone="warning" title={t.title}>
          {data.alarms.map((alarm) => (
            <p key={alarm}>{paceSentence(alarm, data)}</p>
          ))}
          <p className="mt-1">
            {t.advice}{' '}
            <Link to={`/admin/contests/${contestId}`} className="font-semibold underline underline-offset-4">
              {t.manage}
            </Link>
          </p>
        </Notice>
      ) : (
        data && (
          <p className="flex items-center gap-2 text-sm text-muted">
            <Activity aria-hidden className="size-4 shrink-0" />
            {t.calm(votesInWords(data.minuteVotes), formatCount(data.usualVotes))}
          </p>
        )
      )}
    </div>
  );
}

/** What was true when the alarm began; empty again when it is over. */
function useAnnouncement(pace: VotePace | undefined): string {
  const key = pace?.alarms.join() ?? '';
  const [first, setFirst] = useState({ key: '', text: '' });
  if (first.key !== key) {
    const text =
      pace && key ? [t.title, ...pace.alarms.map((alarm) => paceSentence(alarm, pace))].join('. ') : '';
    setFirst({ key, text });
    return text;
  }
  return first.text;
}
