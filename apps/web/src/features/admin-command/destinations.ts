import type { StoredUser } from '@abato/contracts';
import {
  CreditCard,
  Eye,
  Gauge,
  HandCoins,
  House,
  Monitor,
  ScrollText,
  Settings,
  Share2,
  ShieldMinus,
  ShieldQuestion,
  Ticket,
  UserRound,
  UsersRound,
  Vote,
  Wallet,
  type LucideIcon,
} from 'lucide-react';
import { adminPagesOf } from '@/components/admin-pages';
import { adminCommand as t } from '@/texts/en/admin-command';

/** A place that the bar knows without asking the server. */
export interface Destination {
  to: string;
  label: string;
  icon: LucideIcon;
}

/** All pages that this account may open. */
export function pagesOf(superAdmin: boolean): Destination[] {
  return [
    ...adminPagesOf(superAdmin),
    { to: '/admin/votes/held', label: t.more.held, icon: ShieldQuestion },
    { to: '/admin/votes/quarantine', label: t.more.quarantine, icon: ShieldMinus },
    { to: '/admin/votes/cash', label: t.more.cash, icon: HandCoins },
    { to: '/profile', label: t.more.profile, icon: UserRound },
    { to: '/find-my-vote', label: t.more.findVote, icon: Ticket },
    { to: '/', label: t.more.home, icon: House },
  ];
}

/** Everything of the contest whose page is open, without what is shown already; nothing on other pages. */
export function partsOf({ pathname, search }: Pick<Location, 'pathname' | 'search'>): Destination[] {
  const id = /^\/admin\/contests\/([^/]+)/.exec(pathname)?.[1];
  if (!id) return [];
  const base = `/admin/contests/${id}`;
  const parts: Destination[] = [
    { to: base, label: t.here.overview, icon: Gauge },
    { to: `${base}?tab=nominees`, label: t.here.nominees, icon: UsersRound },
    { to: `${base}?tab=money`, label: t.here.money, icon: Wallet },
    { to: `${base}?tab=share`, label: t.here.share, icon: Share2 },
    { to: `${base}?tab=settings`, label: t.here.settings, icon: Settings },
    { to: `${base}?tab=log`, label: t.here.log, icon: ScrollText },
    { to: `/admin/votes?contest=${id}`, label: t.here.votes, icon: Vote },
    { to: `/admin/payments?contest=${id}`, label: t.here.payments, icon: CreditCard },
    { to: `/admin/votes/held?contest=${id}`, label: t.here.held, icon: ShieldQuestion },
    { to: `/admin/votes/quarantine?contest=${id}`, label: t.here.quarantine, icon: ShieldMinus },
    { to: `/contests/${id}/stage`, label: t.here.stage, icon: Monitor },
    { to: `/contests/${id}`, label: t.here.public, icon: Eye },
  ];
  return parts.filter(({ to }) => to !== pathname + search);
}

/** Whether each word of the text begins a word of the name: "my con" finds "My Contests". */
export function isNamed(name: string, text: string): boolean {
  const words = name.toLowerCase().split(/[\s-]+/);
  return text
    .toLowerCase()
    .split(/\s+/)
    .filter(Boolean)
    .every((part) => words.some((word) => word.startsWith(part)));
}

export const fullName = ({ firstName, lastName }: Pick<StoredUser, 'firstName' | 'lastName'>) =>
  `${firstName} ${lastName}`;
