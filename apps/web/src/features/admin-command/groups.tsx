import clsx from 'clsx';
import { Command } from 'cmdk';
import { Building2, Ticket, Trophy, type LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { Avatar } from '@/components/avatar';
import { ContestBadge } from '@/components/badge';
import { OutcomeBadge } from '@/components/outcome-badge';
import type { HandedSearch } from '@/lib/admin/use-search-text';
import { formatCedis, formatDate } from '@/lib/format';
import { adminCommand as t } from '@/texts/en/admin-command';
import { adminForms } from '@/texts/en/admin-forms';
import type { Found } from './api';
import { fullName, type Destination } from './destinations';

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
export function Places({ heading, places, onGo }: { heading: string; places: Destination[]; onGo: Go }) {
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
export function FoundGroups({ found, isOld, onGo }: { found: Found | undefined; isOld: boolean; onGo: Go }) {
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
