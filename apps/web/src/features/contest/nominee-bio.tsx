import clsx from 'clsx';
import { useState } from 'react';
import { contestTexts as t } from '@/texts/en/contest';

/** About two lines beside a phone's picture, and three of a wide screen's card. */
const BIO_FITS = 54;
const WIDE_BIO_FITS = 90;

/** Two lines on phones, three on wider screens; the rest on request. */
export function NomineeBio({ text }: { text: string }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <p
        className={clsx(
          'mt-1 text-sm whitespace-pre-line text-muted',
          !open && 'line-clamp-2 sm:line-clamp-3',
        )}
      >
        {text}
      </p>
      {text.length > BIO_FITS && (
        <button
          type="button"
          aria-expanded={open}
          onClick={() => setOpen(!open)}
          className={clsx(
            'min-h-6 self-start text-sm font-semibold underline underline-offset-2',
            text.length <= WIDE_BIO_FITS && 'sm:hidden',
          )}
        >
          {open ? t.readLess : t.readMore}
        </button>
      )}
    </>
  );
}
