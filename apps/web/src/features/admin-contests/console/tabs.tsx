import { useEffect, useRef } from 'react';
import { useSearchParams } from 'react-router-dom';
import { Link } from '@/components/link';
import { adminConsole } from '@/texts/en/admin-console';

const TABS = ['overview', 'nominees', 'money', 'share', 'settings', 'log'] as const;
export type ContestTab = (typeof TABS)[number];

/** The part of a contest that the address names; the overview without one. */
export function useContestTab(): ContestTab {
  const [params] = useSearchParams();
  return TABS.find((tab) => tab === params.get('tab')) ?? 'overview';
}

/** Each part has an address of its own: links, reloads and the back button keep it. */
export function ContestTabs({ current }: { current: ContestTab }) {
  const t = adminConsole.tabs;
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => {
    // Sideways only: the page stays where it is.
    const tab = list.current?.querySelector<HTMLElement>('[aria-current]');
    if (tab) list.current?.scrollTo({ left: tab.offsetLeft - 40 });
  }, [current]);
  return (
    <nav aria-label={t.label} className="-mx-gutter border-b border-line px-gutter lg:mx-0 lg:px-0">
      <ul ref={list} className="admin-row relative flex gap-1 overflow-x-auto max-lg:pr-10">
        {TABS.map((tab) => (
          <li key={tab}>
            <Link
              to={tab === 'overview' ? '?' : `?tab=${tab}`}
              aria-current={tab === current ? 'page' : undefined}
              className="flex min-h-touch items-center border-b-[3px] border-transparent px-3.5 font-semibold whitespace-nowrap text-muted no-underline hover:text-ink aria-[current]:border-gold aria-[current]:text-ink"
              data-testid={`tab-${tab}`}
            >
              {t[tab]}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
