import clsx from 'clsx';
import { X } from 'lucide-react';
import { Dialog as Radix } from 'radix-ui';
import type { ReactNode } from 'react';
import { useFocusReturn } from '@/lib/use-focus-return';
import { common } from '@/texts/en/common';
import { IconButton } from './button';

export interface DialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  description?: string;
  /** A picture beside the title. */
  media?: ReactNode;
  wide?: boolean;
  testId?: string;
  children: ReactNode;
}

/** Closing a toast is not leaving the dialog under it. */
function keepOpenForToasts(event: Event & { detail: { originalEvent: Event } }): void {
  const target = event.detail.originalEvent.target;
  if (target instanceof Element && target.closest('[data-sonner-toaster]')) event.preventDefault();
}

/** A dialog in the middle of the screen, a sheet from the bottom on phones. Focus stays inside and goes back afterwards. */
export function Dialog({
  open,
  onOpenChange,
  title,
  description,
  media,
  wide,
  testId,
  children,
}: DialogProps) {
  const focusReturn = useFocusReturn();
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Portal>
        {/* As high as the content, so that it also covers a dialog below. */}
        <Radix.Overlay className="fixed inset-0 z-50 animate-fade bg-night-deep/70" />
        <Radix.Content
          data-testid={testId}
          {...focusReturn}
          onInteractOutside={keepOpenForToasts}
          // Radix asks for a description unless it is refused in so many words.
          {...(description ? {} : { 'aria-describedby': undefined })}
          className={clsx(
            'fixed z-50 flex max-h-[92dvh] animate-sheet flex-col bg-raised text-ink shadow-lift outline-none',
            'inset-x-0 bottom-0 rounded-t-xl',
            'sm:inset-x-auto sm:top-1/2 sm:bottom-auto sm:left-1/2 sm:w-[calc(100%-2rem)] sm:max-h-[97dvh] sm:-translate-1/2 sm:rounded-xl',
            wide ? 'sm:max-w-3xl' : 'sm:max-w-lg',
          )}
        >
          <header className="flex items-start justify-between gap-4 px-5 pt-4 sm:px-7 sm:pt-5">
            <div className="flex min-w-0 items-center gap-4 pt-1.5">
              {media}
              <div className="min-w-0">
                <Radix.Title className="text-xl leading-tight">{title}</Radix.Title>
                {description && (
                  <Radix.Description
                    className={clsx('mt-1 text-sm text-muted', media && 'max-sm:line-clamp-2')}
                  >
                    {description}
                  </Radix.Description>
                )}
              </div>
            </div>
            <Radix.Close asChild>
              <IconButton label={common.close} className="-mr-2 ml-auto">
                <X aria-hidden className="size-5" />
              </IconButton>
            </Radix.Close>
          </header>
          <div className="min-h-0 scroll-pb-40 overflow-y-auto overscroll-contain px-5 pt-3 pb-(--foot) [--foot:max(1.25rem,env(safe-area-inset-bottom))] sm:px-7 sm:[--foot:1.5rem]">
            {children}
          </div>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
