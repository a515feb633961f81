import type { PublicContestView } from '@abato/contracts';
import { useEffect, useRef, useState } from 'react';
import { rankingsTexts as t } from '@/texts/en/rankings';

/** Not more often than this, or a screen reader would talk without end on a finale night. */
const PAUSE_MS = 5000;

function summary(contest: PublicContestView): string {
  const leaders = contest.categories.flatMap(({ name, contestants: [first] }) =>
    first?.voteCount ? [t.announce.leader(name, first.name, first.voteCount)] : [],
  );
  return [t.announce.total(contest.totalVotes ?? 0), ...leaders].join(' ');
}

/** Says politely what changed: the total and who leads. Silent until something changes. */
export function Announcer({ contest }: { contest: PublicContestView }) {
  const text = summary(contest);
  const [said, setSaid] = useState('');
  const first = useRef(text);
  const lastAt = useRef(0);
  useEffect(() => {
    if (text === first.current) return;
    const wait = Math.max(0, lastAt.current + PAUSE_MS - Date.now());
    const timer = setTimeout(() => {
      lastAt.current = Date.now();
      first.current = text;
      setSaid(text);
    }, wait);
    return () => clearTimeout(timer);
  }, [text]);
  return (
    <div role="status" className="sr-only">
      {said}
    </div>
  );
}
