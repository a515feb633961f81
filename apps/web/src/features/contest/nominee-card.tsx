import type { PublicContestantView } from '@abato/contracts';
import clsx from 'clsx';
import type { ReactNode } from 'react';
import { NomineeName } from '@/components/nominee';
import { Picture } from '@/components/picture';
import { later } from '@/lib/later';

/** More than two lines beside a phone's picture. */
const LONG_NAME = 36;

/**
 * The card of a nominee, in the app and in the first paint, which has nothing but the name. On phones a row with the picture beside the
 * name, on wider screens a portrait.
 */
export function NomineeCard({
  contestant: { name, photo },
  leads,
  showResults,
  badges,
  children,
}: {
  contestant: PublicContestantView;
  leads?: boolean;
  showResults?: boolean;
  /** On the picture. */
  badges?: ReactNode;
  /** Below the name. */
  children?: ReactNode;
}) {
  return (
    <article
      ref={later}
      className={clsx(
        'later relative grid grid-cols-[6.5rem_minmax(0,1fr)] overflow-hidden rounded-lg bg-surface shadow-card sm:flex sm:flex-col',
        leads ? 'ring-2 ring-gold-deep' : 'ring-1 ring-line',
        showResults ? '[--later:11rem] sm:[--later:29rem]' : '[--later:8.5rem] sm:[--later:25.5rem]',
      )}
    >
      <div className="relative sm:aspect-[5/4]">
        <Picture
          path={photo}
          box={[320, 256]}
          sizes="(min-width: 640px) 20rem, 6.5rem"
          name={name}
          className="absolute inset-0 size-full object-top"
        />
        {badges}
      </div>
      <div className="flex min-w-0 grow flex-col p-3 sm:p-5">
        <NomineeName
          as="h3"
          name={name}
          className={clsx(
            'leading-tight',
            name.length > LONG_NAME ? 'text-base sm:text-lg' : 'text-lg sm:text-xl',
          )}
        />
        {children}
      </div>
    </article>
  );
}
