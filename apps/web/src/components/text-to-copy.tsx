import clsx from 'clsx';
import { Copy } from 'lucide-react';
import { Button } from '@/components/button';
import { copyText } from '@/lib/share/copy';

/** A text as it is, in a box that scrolls, with a button that copies it. */
export function TextToCopy({
  text,
  name,
  wraps = false,
  says,
  testId,
}: {
  text: string;
  /** What the text is, for readers of the screen. */
  name: string;
  /** Breaks anywhere: for code without line ends. */
  wraps?: boolean;
  says: { copy: string; copied: string; failed: string };
  testId?: string;
}) {
  return (
    <>
      <pre
        tabIndex={0}
        aria-label={name}
        className={clsx(
          'mt-3 overflow-x-auto rounded-md bg-sunken p-4 font-mono text-xs',
          wraps && 'whitespace-pre-wrap break-all',
        )}
        data-testid={testId}
      >
        {text}
      </pre>
      <Button
        className="mt-3"
        variant="outline"
        size="sm"
        icon={Copy}
        onClick={() => void copyText(text, says.copied, says.failed)}
      >
        {says.copy}
      </Button>
    </>
  );
}
