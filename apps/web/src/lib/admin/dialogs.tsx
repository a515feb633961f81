import { Fragment, useEffect, useSyncExternalStore, type ReactNode } from 'react';
import { useLocation } from 'react-router-dom';

interface OpenDialog {
  id: number;
  draw: (close: () => void) => ReactNode;
}

let shown: OpenDialog | null = null;
let lastId = 0;
let redraw = () => {};

function show(next: OpenDialog | null): void {
  shown = next;
  redraw();
}

/** Shows a dialog over the organiser's page, in place of one that is open. @param draw gets what closes it */
export function showDialog(draw: OpenDialog['draw']): void {
  show({ id: ++lastId, draw });
}

/** Draws the dialog of `showDialog`; leaving the page closes it. */
export function DialogHost() {
  const { key } = useLocation();
  const dialog = useSyncExternalStore(
    (listener) => {
      redraw = listener;
      return () => (redraw = () => {});
    },
    () => shown,
  );
  useEffect(() => () => show(null), [key]);
  if (!dialog) return null;
  const close = () => {
    if (shown === dialog) show(null);
  };
  return <Fragment key={dialog.id}>{dialog.draw(close)}</Fragment>;
}
