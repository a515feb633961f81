import { useRef, useState, type ReactNode } from 'react';
import { Dialog } from '@/components/dialog';
import { hasDraft } from '@/lib/form-drafts';

/**
 * Which record the drawer of a list edits: one of the list, a new one, or none.
 * @param draftKey of the form for a new record: when it was interrupted, the drawer is open again
 */
export function useDrawer<T>(draftKey?: string) {
  const [record, edit] = useState<T | 'new' | null>(() => (draftKey && hasDraft(draftKey) ? 'new' : null));
  return { record, edit, create: () => edit('new'), close: () => edit(null) };
}

/** A form beside its list: a dialog on wide screens, a sheet from the bottom on phones. */
export function Drawer<T>({
  drawer,
  createTitle,
  editTitle,
  lead,
  wide,
  children,
}: {
  drawer: ReturnType<typeof useDrawer<T>>;
  createTitle: string;
  editTitle?: string;
  lead?: string;
  wide?: boolean;
  /**
   * @param record undefined for a new one
   * @param onLeave takes what Escape, the X and a press beside the dialog do instead of closing it; null ends that
   */
  children: (
    record: T | undefined,
    close: () => void,
    onLeave: (leave: (() => void) | null) => void,
  ) => ReactNode;
}) {
  const { record, close } = drawer;
  const leaving = useRef<(() => void) | null>(null);
  const [onLeave] = useState(() => (leave: (() => void) | null) => {
    leaving.current = leave;
  });
  return (
    <Dialog
      open={record !== null}
      onOpenChange={(open) => !open && (leaving.current ?? close)()}
      title={record === 'new' ? createTitle : (editTitle ?? createTitle)}
      description={lead}
      wide={wide}
    >
      {children(record === 'new' ? undefined : (record ?? undefined), close, onLeave)}
    </Dialog>
  );
}
