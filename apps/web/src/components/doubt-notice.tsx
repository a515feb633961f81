import { CircleQuestionMark } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useDoubt } from '@/lib/writes/doubt';
import { lostAnswers } from '@/texts/en/lost-answers';

/** Says, over every dialog but that of a vote, which says it itself, that it is not known yet what became of something that was sent. */
export function DoubtNotice() {
  const inDoubt = useDoubt();
  const [isShown, setShown] = useState(false);
  // A vote's dialog says it itself: once drawn, it is looked for.
  useEffect(() => setShown(inDoubt && !document.querySelector('[data-testid=vote-doubt]')), [inDoubt]);
  return (
    <div
      role="status"
      aria-live="polite"
      className="pointer-events-none fixed inset-x-3 top-3 z-60 flex justify-center"
    >
      {isShown && (
        <div
          data-testid="doubt-notice"
          className="flex max-w-lg animate-fade gap-3 rounded-lg border border-yellow-text/25 bg-yellow-soft p-4 text-yellow-text shadow-lift"
        >
          <CircleQuestionMark aria-hidden className="mt-0.5 size-5 shrink-0" />
          <div>
            <p className="font-semibold">{lostAnswers.title}</p>
            <p className="mt-0.5 text-sm">{lostAnswers.text}</p>
          </div>
        </div>
      )}
    </div>
  );
}
