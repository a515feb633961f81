import { formatCedis, lightTexts as t, type PublicContestView } from '@abato/contracts';
import type { ReactNode } from 'react';
import { LightPage } from './frame';

/** Characters of a name in a list, and of a title: 2G pays by the byte. */
const LISTED_NAME = 70;
const TITLE = 120;

/** At most so many characters, and a sign where something is missing. */
export function shortened(text: string, length: number): string {
  const letters = [...text];
  return letters.length <= length
    ? text
    : t.cut(
        letters
          .slice(0, length - 1)
          .join('')
          .trimEnd(),
      );
}

export const shortName = (name: string): string => shortened(name, LISTED_NAME);

export function dateOf(iso: string): string {
  return new Intl.DateTimeFormat('en', {
    dateStyle: 'long',
    timeStyle: 'short',
    timeZone: 'UTC',
  }).format(new Date(iso));
}

/** A page of a contest: at its top the contest's name and what voters have to know of it. */
export function ContestLightPage({
  contest,
  title,
  query = '',
  refresh,
  children,
}: {
  contest: PublicContestView;
  title: string;
  /** Of the ordinary page's address. */
  query?: string;
  refresh?: { seconds: number; path: string } | undefined;
  children: ReactNode;
}) {
  const { id, host, votePrice, verification, endDate, open } = contest;
  const head = (
    <>
      <h1>{shortened(contest.title, TITLE)}</h1>
      <p>
        {t.hostedBy(shortName(host.name))} · {votePrice > 0 ? t.price(formatCedis(votePrice)) : t.free}
      </p>
      {open && <p>{t.ends(dateOf(endDate))}</p>}
      {verification !== 'OPEN' && !votePrice && <p>{verification === 'PHONE' ? t.verified : t.listed}</p>}
    </>
  );
  return (
    <LightPage title={title} head={head} full={`/contests/${id}${query}`} refresh={refresh}>
      {children}
    </LightPage>
  );
}

/** Why no votes are taken now; nothing while they are. */
export function ClosedNotice({ contest: { open, reason, startDate } }: { contest: PublicContestView }) {
  if (open || !reason) return null;
  const text = reason === 'CONTEST_NOT_STARTED' ? t.closed[reason](dateOf(startDate)) : t.closed[reason];
  return <p className="n">{text}</p>;
}
