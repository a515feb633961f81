import { Button, type ButtonProps } from '@/components/button';
import { toast } from '@/lib/toast';
import clsx from 'clsx';

/**
 * A button that a person may see but not use: it looks switched off, stays in the tab order, and says why when
 * pressed.
 * @param refusal why not; undefined lets every press through
 */
export function GuardedButton({ refusal, onClick, className, ...rest }: ButtonProps & { refusal?: string }) {
  return (
    <Button
      {...rest}
      aria-disabled={refusal ? true : undefined}
      title={refusal}
      className={clsx(className, refusal && 'cursor-not-allowed border-line! bg-sunken! text-muted!')}
      onClick={refusal ? () => toast.warning(refusal) : onClick}
    />
  );
}
