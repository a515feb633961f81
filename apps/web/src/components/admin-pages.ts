import {
  BarChart3,
  CreditCard,
  Gavel,
  LayoutDashboard,
  Scale,
  ScrollText,
  ShieldAlert,
  Trophy,
  Users,
  UsersRound,
  Vote,
  type LucideIcon,
} from 'lucide-react';
import { adminShell as t } from '@/texts/en/admin-shell';

export interface AdminPage {
  to: string;
  label: string;
  icon: LucideIcon;
  superAdminOnly?: boolean;
}

/** The pages of the menu that this account may open. */
export function adminPagesOf(superAdmin: boolean): AdminPage[] {
  const pages: AdminPage[] = [
    { to: '/admin/dashboard', label: t.dashboard, icon: LayoutDashboard, superAdminOnly: true },
    { to: '/admin/hosts', label: t.hosts, icon: UsersRound },
    { to: '/admin/contests', label: t.contests, icon: Trophy },
    { to: '/admin/votes', label: t.votes, icon: Vote },
    { to: '/admin/payments', label: t.payments, icon: CreditCard },
    { to: '/admin/attention', label: t.attention, icon: ShieldAlert, superAdminOnly: true },
    { to: '/admin/disputes', label: t.disputes, icon: Gavel },
    { to: '/admin/reconciliation', label: t.reconciliation, icon: Scale },
    { to: '/admin/statistics', label: t.statistics, icon: BarChart3 },
    { to: '/admin/users', label: t.users, icon: Users, superAdminOnly: true },
    { to: '/admin/audit', label: t.audit, icon: ScrollText },
  ];
  return pages.filter((page) => superAdmin || !page.superAdminOnly);
}
