import clsx from 'clsx';
import type { ReactNode } from 'react';
import { Button } from './button';

/** The large button at the end of a form that has a page of its own. */
export function SubmitButton(props: {
  busy: boolean;
  testId?: string;
  className?: string;
  children: ReactNode;
}) {
  return (
    <Button
      type="submit"
      size="lg"
      className={clsx('w-full', props.className)}
      busy={props.busy}
      data-testid={props.testId}
    >
      {props.children}
    </Button>
  );
}
