import { useQuery } from '@tanstack/react-query';
import clsx from 'clsx';
import { Command } from 'cmdk';
import { Building2, type LucideIcon, Search, Ticket, Trophy, X } from 'lucide-react';
import { Dialog as Radix } from 'radix-ui';
import { type ReactNode, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { Avatar } from '@/components/avatar';
import { ContestBadge } from '@/components/badge';
import { IconButton } from '@/components/button';
import { OutcomeBadge } from '@/components/outcome-badge';
import { Spinner } from '@/components/spinner';
import type { HandedSearch } from '@/lib/admin/use-search-text';
import { formatCedis, formatDate } from '@/lib/format';
import { useDebounced } from '@/lib/use-debounced';
import { useFocusReturn } from '@/lib/use-focus-return';
import { adminCommand as t } from '@/texts/en/admin-command';
import { adminForms } from '@/texts/en/admin-forms';
import { common } from '@/texts/en/common';
import { countOf, type Found, foundQuery } from './api';
import { type Destination, fullName, isNamed, pagesOf, partsOf } from './destinations';

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

type Go = (to: string, handed?: HandedSearch) => void;

function Group({ heading, children }: { heading: string; children: ReactNode }) {
  return (
    <Command.Group
      heading={heading}
      className="pb-1 [&_[cmdk-group-heading]]:px-3 [&_[cmdk-group-heading]]:pt-2 [&_[cmdk-group-heading]]:pb-1 [&_[cmdk-group-heading]]:text-xs [&_[cmdk-group-heading]]:font-semibold [&_[cmdk-group-heading]]:text-muted"
    >
      {children}
    </Command.Group>
  );
}

interface ItemProps {
  /** Differs between all items. */
  value: string;
  picture: ReactNode;
  name: string;
  note?: ReactNode;
  badge?: ReactNode;
  /** Found for another text: shown until the new matches are there, and not to be opened. */
  isOld?: boolean;
  onOpen: () => void;
}

function Item({ value, picture, name, note, badge, isOld = false, onOpen }: ItemProps) {
  return (
    <Command.Item
      value={value}
      onSelect={isOld ? undefined : onOpen}
      className={clsx(
        'flex min-h-12 cursor-pointer items-center gap-3 rounded-md px-3 py-1.5 data-[selected=true]:bg-gold-soft data-[selected=true]:text-gold-text',
        isOld && 'opacity-60',
      )}
      data-testid="command-item"
    >
      {picture}
      <span className="min-w-0 grow">
        <span className="line-clamp-2 font-medium break-words sm:line-clamp-1">{name}</span>
        {note && <span className="block truncate text-sm">{note}</span>}
      </span>
      {badge}
    </Command.Item>
  );
}

const icon = (Icon: LucideIcon) => <Icon aria-hidden className="size-5 shrink-0" />;

/** What the bar knows without the server. */
function Places({ heading, places, onGo }: { heading: string; places: Destination[]; onGo: Go }) {
  if (places.length === 0) return null;
  return (
    <Group heading={heading}>
      {places.map(({ to, label, icon: Icon }) => (
        <Item key={to} value={`${heading} ${to}`} picture={icon(Icon)} name={label} onOpen={() => onGo(to)} />
      ))}
    </Group>
  );
}

/** What the server found. Lists that have no page for one of their rows are opened with the search filled in. */
function FoundGroups({ found, isOld, onGo }: { found: Found | undefined; isOld: boolean; onGo: Go }) {
  if (!found) return null;
  const { text, entries, contests, hosts, users } = found;
  const groups: Record<string, ItemProps[]> = {
    [t.groups.payments]: entries.map(
      ({ voteId, contest, contestant, voteCount, amount, status, createdAt }) => ({
        value: `vote ${voteId}`,
        picture: icon(Ticket),
        name: adminForms.votesFor(voteCount, contestant.name),
        note: `${amount > 0 ? `${formatCedis(amount)} · ` : ''}${contest.title} · ${formatDate(createdAt)}`,
        badge: <OutcomeBadge status={status} />,
        onOpen: () =>
          onGo(`/admin/${amount > 0 ? 'payments' : 'votes'}?contest=${contest.id}`, { search: text }),
      }),
    ),
    [t.groups.contests]: contests.map((contest) => ({
      value: `contest ${contest.id}`,
      picture: icon(Trophy),
      name: contest.title,
      note: contest.host.name,
      badge: <ContestBadge contest={contest} />,
      onOpen: () => onGo(`/admin/contests/${contest.id}`),
    })),
    [t.groups.hosts]: hosts.map(({ id, name, email }) => ({
      value: `host ${id}`,
      picture: icon(Building2),
      name,
      note: email,
      onOpen: () => onGo('/admin/hosts', { search: name }),
    })),
    [t.groups.users]: users.map((user) => ({
      value: `user ${user.id}`,
      picture: <Avatar user={user} size="small" />,
      name: fullName(user),
      note: user.email,
      badge: <OutcomeBadge status={user.approvalStatus} />,
      onOpen: () => onGo('/admin/users', { search: user.email }),
    })),
  };
  return Object.entries(groups).map(
    ([heading, items]) =>
      items.length > 0 && (
        <Group key={heading} heading={heading}>
          {items.map((item) => (
            <Item key={item.value} {...item} isOld={isOld} />
          ))}
        </Group>
      ),
  );
}
