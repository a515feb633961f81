import type { PublicCategoryView } from '@abato/contracts';
import { useEffect, useRef, useState } from 'react';
import { Link } from '@/components/link';
import { contestTexts as t } from '@/texts/en/contest';

/** The way to each category, in reach while one reads; the one on the screen is marked. */
export function CategoryTabs({ categories }: { categories: PublicCategoryView[] }) {
  const list = useRef<HTMLUListElement>(null);
  const current = useCategoryOnScreen(categories.map(({ id }) => id).join());
  useEffect(() => {
    // Sideways only: the page stays where it is.
    const tab = list.current?.querySelector<HTMLElement>('[aria-current]')?.parentElement;
    if (tab) list.current?.scrollTo({ left: tab.offsetLeft - 40 });
  }, [current]);
  return (
    <nav
      aria-label={t.categories}
      className="tabs sticky top-[4.375rem] z-20 bg-page/95 sm:mt-3 backdrop-blur-md"
    >
      <ul ref={list} className="page-width relative flex gap-2 overflow-x-auto py-1.5">
        {categories.map(({ id, name }) => (
          <li key={id}>
            <Link
              to={`#category-${id}`}
              replace
              aria-current={id === current || undefined}
              className="flex min-h-touch items-center rounded-full border-[1.5px] border-line bg-surface px-4 text-sm font-semibold whitespace-nowrap no-underline hover:border-edge aria-current:border-gold-text aria-current:bg-gold-soft aria-current:text-gold-text"
            >
              {name}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** @param ids joined by commas @returns the category that reaches the line below the bars */
function useCategoryOnScreen(ids: string): string | null {
  const [current, setCurrent] = useState<string | null>(null);
  useEffect(() => {
    const sections = ids.split(',').map((id) => document.getElementById(`category-${id}`)?.parentElement);
    const observer = new IntersectionObserver(
      (entries) => {
        const reached = entries.find(({ isIntersecting }) => isIntersecting);
        if (reached) setCurrent(reached.target.getAttribute('aria-labelledby')?.slice(9) ?? null);
      },
      // One line, a third down the screen.
      { rootMargin: '-33% 0px -66% 0px' },
    );
    sections.forEach((section) => section && observer.observe(section));
    return () => observer.disconnect();
  }, [ids]);
  return current;
}
