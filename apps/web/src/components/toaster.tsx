import { useEffect, type ReactNode } from 'react';
import { Toaster as Sonner, toast as draw } from 'sonner';
import 'sonner/dist/styles.css';
import '@/styles/toaster.css';
import { useTheme } from '@/lib/theme';
import { toastQueue } from '@/lib/toast';
import { common } from '@/texts/en/common';
import { DoubtNotice } from './doubt-notice';

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
