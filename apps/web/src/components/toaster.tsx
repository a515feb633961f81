import { CircleQuestionMark } from 'lucide-react';
import { useEffect, useState, type ReactNode } from 'react';
import { Toaster as Sonner, toast as draw } from 'sonner';
import 'sonner/dist/styles.css';
import '@/styles/toaster.css';
import { useTheme } from '@/lib/theme';
import { toastQueue } from '@/lib/toast';
import { useDoubt } from '@/lib/writes/doubt';
import { common } from '@/texts/en/common';
import { lostAnswers } from '@/texts/en/lost-answers';

/** Tells the queue when the browser has painted the toast. */
function Painted({ id, children }: { id: number; children: ReactNode }) {
  useEffect(() => {
    // The second frame begins after the first has been painted.
    let frame = requestAnimationFrame(() => {
      frame = requestAnimationFrame(() => toastQueue.painted(id));
    });
    return () => cancelAnimationFrame(frame);
  }, [id]);
  return children;
}

/** The drawing half of lib/toast.ts: top right, four colours, closable; and the notice of a write whose outcome is not known. */
export default function Toaster() {
  const { theme } = useTheme();
  useEffect(
    () =>
      toastQueue.connect(({ id, message, type, duration }) => {
        draw[type](<Painted id={id}>{message}</Painted>, {
          id,
          duration: duration > 0 ? duration : Infinity,
        });
      }),
    [],
  );
  return (
    <>
      <Sonner
        position="top-right"
        theme={theme}
        richColors
        closeButton
        visibleToasts={4}
        offset={{ top: 84, right: 20 }}
        mobileOffset={{ top: 76, left: 12, right: 12 }}
        containerAriaLabel={common.notifications}
        toastOptions={{ closeButtonAriaLabel: common.close }}
      />
      <DoubtNotice />
    </>
  );
}

/** Says, over every dialog but that of a vote, which says it itself, that it is not known yet what became of something that was sent. */
function DoubtNotice() {
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
