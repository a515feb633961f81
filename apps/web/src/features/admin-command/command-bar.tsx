import { useQuery } from '@tanstack/react-query';
import { Command } from 'cmdk';
import { Search, X } from 'lucide-react';
import { Dialog as Radix } from 'radix-ui';
import { useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { IconButton } from '@/components/button';
import { Spinner } from '@/components/spinner';
import type { HandedSearch } from '@/lib/admin/use-search-text';
import { useDebounced } from '@/lib/use-debounced';
import { useFocusReturn } from '@/lib/use-focus-return';
import { adminCommand as t } from '@/texts/en/admin-command';
import { common } from '@/texts/en/common';
import { countOf, foundQuery } from './api';
import { isNamed, pagesOf, partsOf } from './destinations';
import { FoundGroups, Places } from './groups';

/** Leads to a page, a contest, a host, a user or a payment by what is typed. A sheet over the whole screen on phones. */
export function CommandBar({
  open,
  onOpenChange,
  superAdmin,
}: {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  superAdmin: boolean;
}) {
  const focusReturn = useFocusReturn();
  const left = useRef(false);
  const navigate = useNavigate();
  const go = (to: string, handed?: HandedSearch) => {
    left.current = true;
    onOpenChange(false);
    void navigate(to, { state: handed });
  };
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <Radix.Overlay className="fixed inset-0 z-40 animate-fade bg-night-deep/70" />
        <Radix.Content
          data-command-bar
          data-testid="command-bar"
          aria-describedby={undefined}
          onOpenAutoFocus={() => {
            left.current = false;
            focusReturn.onOpenAutoFocus();
          }}
          onCloseAutoFocus={(event) => {
            if (!left.current) return focusReturn.onCloseAutoFocus(event);
            // The new page is read from its beginning, also where only the tab of a page has changed.
            event.preventDefault();
            document.getElementById('content')?.focus({ preventScroll: true });
          }}
          className="fixed inset-0 z-50 flex animate-fade flex-col bg-raised text-ink shadow-lift outline-none sm:inset-auto sm:top-[12dvh] sm:left-1/2 sm:max-h-[70dvh] sm:w-[calc(100%-2rem)] sm:max-w-2xl sm:-translate-x-1/2 sm:overflow-hidden sm:rounded-xl"
        >
          <Radix.Title className="sr-only">{t.title}</Radix.Title>
          <div aria-hidden className="kente h-1.5 shrink-0" />
          <Palette superAdmin={superAdmin} onGo={go} />
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

function Palette({
  superAdmin,
  onGo,
}: {
  superAdmin: boolean;
  onGo: (to: string, handed?: HandedSearch) => void;
}) {
  const location = useLocation();
  const [typed, setTyped] = useState('');
  const text = typed.trim();
  const settled = useDebounced(text);
  const query = useQuery(foundQuery(superAdmin ? 'SUPER_ADMIN' : 'COMPANY_ADMIN', settled));
  const places = (all: ReturnType<typeof pagesOf>) => all.filter(({ label }) => isNamed(label, text));
  const [here, pages] = [places(partsOf(location)), places(pagesOf(superAdmin))];
  const isSearching = settled !== text || query.isPlaceholderData || query.isLoading;
  const matches = here.length + pages.length + countOf(query.data);
  return (
    <Command
      label={t.title}
      // The server filters; places are filtered above.
      shouldFilter={false}
      // Ctrl-K would move up.
      vimBindings={false}
      className="flex min-h-0 flex-col"
    >
      <div className="flex items-center gap-3 border-b border-line px-4 py-1.5 sm:px-5">
        {isSearching ? (
          <Spinner size="small" decorative />
        ) : (
          <Search aria-hidden className="size-5 shrink-0 text-muted" />
        )}
        <Command.Input
          value={typed}
          onValueChange={setTyped}
          maxLength={100}
          enterKeyHint="go"
          placeholder={superAdmin ? t.placeholderSuper : t.placeholder}
          className="min-h-12 min-w-0 grow bg-transparent text-lg text-ink outline-none placeholder:text-muted"
          data-testid="command-input"
        />
        <Radix.Close asChild>
          <IconButton label={common.close} className="-mr-2">
            <X aria-hidden className="size-5" />
          </IconButton>
        </Radix.Close>
      </div>
      <p role="status" className="sr-only">
        {isSearching ? t.searching : t.matches(matches)}
      </p>
      {query.isError && (
        <p role="alert" className="px-5 pt-4 text-sm font-medium text-red-text">
          {t.failed}
        </p>
      )}
      {matches === 0 && !isSearching && !query.isError && (
        <div className="px-5 py-8 text-center">
          <p className="font-semibold">{t.none}</p>
          <p className="mt-1 text-sm text-muted">{t.noneHint}</p>
        </div>
      )}
      <Command.List
        label={t.list}
        className="min-h-0 scroll-py-2 overflow-y-auto overscroll-contain p-2 empty:hidden"
      >
        <Places heading={t.groups.here} places={here} onGo={onGo} />
        {/* The first of the new matches is selected because the old ones are gone. */}
        <FoundGroups key={query.data?.text} found={query.data} isOld={isSearching} onGo={onGo} />
        <Places heading={t.groups.pages} places={pages} onGo={onGo} />
      </Command.List>
      <p
        aria-hidden
        className="mt-auto hidden gap-5 border-t border-line bg-sunken px-5 py-2.5 text-xs text-muted sm:flex"
      >
        <Key name="↑↓">{t.keys.move}</Key>
        <Key name="↵">{t.keys.open}</Key>
        <Key name="Esc">{t.keys.close}</Key>
      </p>
    </Command>
  );
}

function Key({ name, children }: { name: string; children: string }) {
  return (
    <span>
      <kbd className="mr-1.5 rounded-sm border border-line bg-surface px-1.5 py-0.5 font-body">{name}</kbd>
      {children}
    </span>
  );
}
