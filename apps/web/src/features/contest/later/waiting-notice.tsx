import { useEffect, useState } from 'react';
import { Notice } from '@/components/notice';
import { voteTexts } from '@/texts/en/vote';
import type { Waiting } from '../cast-vote';

/** Tells a payer how many are ahead and for about how long; the page asks again by itself. */
export function WaitingNotice({ position, until }: Waiting) {
  const t = voteTexts.waiting;
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1_000);
    return () => clearInterval(timer);
  }, []);
  const seconds = Math.max(1, Math.ceil((until - now) / 1000));
  return (
    <div data-testid="vote-waiting">
      <Notice tone="info" title={t.title}>
        {/* Spoken when the position changes, not with every second. */}
        <p role="status">{position === null ? t.soon : t.position(position)}</p>
        <p data-testid="vote-waiting-seconds">{t.seconds(seconds)}</p>
        <p className="mt-2">{t.todo}</p>
      </Notice>
    </div>
  );
}
