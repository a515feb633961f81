import { Search } from 'lucide-react';
import { lazy, Suspense, useEffect, useState } from 'react';
import { useAdmin } from '@/lib/admin/use-admin';
import { loadCode } from '@/lib/load-code';
import { isApprovedUser, useSession } from '@/lib/session';
import { listen } from '@/lib/store';
import { adminShell as t } from '@/texts/en/admin-shell';

const fetchBar = () =>
  loadCode(async () => (await import('@/features/admin-command/command-bar')).CommandBar);
const CommandBar = lazy(async () => ({ default: await fetchBar() }));

const isMac = /Mac|iPhone|iPad/.test(navigator.userAgent);

/** Opens the command bar: by a press, or by ⌘K and Ctrl-K on every page of organisers. Its code comes with the first use. */
export function CommandButton() {
  const { user } = useSession();
  const { superAdmin } = useAdmin();
  const [isOpen, setOpen] = useState(false);
  const [wasOpen, setWasOpen] = useState(false);
  const isAllowed = Boolean(user && isApprovedUser(user));
  if (isOpen && !wasOpen) setWasOpen(true);

  useEffect(() => {
    if (!isAllowed) return;
    const onKey = (event: KeyboardEvent) => {
      const chord = (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey;
      if (!chord || event.key.toLowerCase() !== 'k') return;
      // A dialog may hold a form that a jump would leave. Of the bar itself the chord is the second press.
      const dialog = document.querySelector('[role=dialog], [role=alertdialog]');
      event.preventDefault();
      if (!dialog) setOpen(true);
      else if (dialog.matches('[data-command-bar]')) setOpen(false);
    };
    return listen(window, 'keydown', onKey);
  }, [isAllowed]);

  if (!isAllowed) return null;
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        aria-keyshortcuts="Control+K Meta+K"
        onClick={() => setOpen(true)}
        onPointerEnter={() => void fetchBar().catch(() => undefined)}
        className="flex min-h-touch min-w-touch shrink-0 items-center justify-center gap-2.5 rounded-md border-[1.5px] border-edge bg-surface px-2.5 whitespace-nowrap text-muted hover:text-ink lg:justify-start lg:px-3.5"
        data-testid="command-open"
      >
        <Search aria-hidden className="size-5 shrink-0" />
        <span className="sr-only lg:not-sr-only lg:grow lg:text-left">{t.command}</span>
        <kbd
          aria-hidden
          className="hidden rounded-sm border border-line bg-sunken px-1.5 py-0.5 font-body text-xs lg:block"
        >
          {isMac ? '⌘K' : 'Ctrl K'}
        </kbd>
      </button>
      {wasOpen && (
        <Suspense fallback={null}>
          <CommandBar open={isOpen} onOpenChange={setOpen} superAdmin={superAdmin} />
        </Suspense>
      )}
    </>
  );
}
