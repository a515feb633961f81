import type { PublicCategoryView } from '@abato/contracts';
import type { ComponentPropsWithRef, ReactNode } from 'react';
import { formatPrice } from '@/lib/format';
import { contestTexts as t } from '@/texts/en/contest';

/** A longer list begins with this many, and gets a search. */
const COLLAPSE_FROM = 13;
export const SHOWN_FIRST = 10;

export const isLong = ({ contestants }: PublicCategoryView): boolean => contestants.length >= COLLAPSE_FROM;

/** A category with its cards, in the app and in the first paint. */
export function CategoryFrame({
  category: { id, name, description, contestants },
  price,
  search,
  list,
  after,
  children,
}: {
  category: PublicCategoryView;
  /** Cedis, where it is not the contest's. */
  price: number | null | undefined;
  /** Of a long list. */
  search: ReactNode;
  list?: ComponentPropsWithRef<'ul'>;
  after?: ReactNode;
  /** The list's items. */
  children: ReactNode;
}) {
  const heading = `category-${id}`;
  return (
    <section aria-labelledby={heading} className="page-width pt-3 sm:pt-12 [&+section]:pt-9">
      <h2 id={heading} className="text-xl font-extrabold sm:text-3xl">
        {name}
      </h2>
      {price && (
        <p className="text-sm font-semibold text-gold-text">
          {formatPrice(price)} {t.perVote}
        </p>
      )}
      {description && <p className="mt-1 max-w-text text-muted max-sm:text-sm sm:mt-2">{description}</p>}
      {search !== false && <div className="mt-2 min-h-12 max-w-md">{search}</div>}
      {contestants.length === 0 && <p className="mt-6 text-muted">{t.noContestants}</p>}
      <ul
        {...list}
        className="relative mt-2.5 grid gap-3 empty:hidden sm:mt-6 sm:grid-cols-2 sm:gap-5 lg:grid-cols-3 xl:grid-cols-4"
      >
        {children}
      </ul>
      {after}
    </section>
  );
}
