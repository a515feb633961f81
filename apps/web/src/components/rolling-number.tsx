import clsx from 'clsx';
import { useState } from 'react';
import { formatCount } from '@/lib/format';

interface Shown {
  value: number;
  /** The digits before the last change, right-aligned with the new ones. */
  before: string;
}

/**
 * A count whose changed digits roll. The text in the document is the new number at once (it does not wait for the animation,
 * and assistive technology reads `1,234`); the old digit and the separators are drawn by the style sheet only.
 */
export function RollingNumber({
  value,
  className,
  testId,
}: {
  value: number;
  className?: string;
  testId?: string;
}) {
  const [shown, setShown] = useState<Shown>({ value, before: '' });
  if (shown.value !== value) setShown({ value, before: String(shown.value) });

  const text = formatCount(value);
  // One text until something rolls: a page of a hundred counts would otherwise begin with a thousand elements.
  const digits = shown.before ? [...String(value)] : [];
  return (
    <span role="img" aria-label={text} data-testid={testId} className={clsx('roll', className)}>
      {!shown.before && text}
      {digits.map((digit, index) => {
        const position = digits.length - index;
        const from = shown.before.at(-position);
        return (
          <span
            key={`${position}:${digit}`}
            className="roll-digit"
            data-group={position % 3 === 0 && index > 0 ? '' : undefined}
            data-from={from !== undefined && from !== digit ? from : undefined}
          >
            <span>{digit}</span>
          </span>
        );
      })}
    </span>
  );
}
