import { Suspense } from 'react';
import { Navigate, Outlet, useRoutes, type RouteObject } from 'react-router-dom';
import { Spinner } from '@/components/spinner';
import { lazyPart } from '@/lib/load-code';
import { isApprovedUser, useSession } from '@/lib/session';
import { common } from '@/texts/en/common';
import { RequireSession } from './guards';
import { page, pages } from './page';

/* The addresses below `/admin`: no voter has to load the list of them. */

const NotApprovedNotice = lazyPart(
  async () => (await import('@/components/not-approved-notice')).NotApprovedNotice,
);

/** For accounts that are not approved: instead of seven pages of refusals, what is the matter and what happens next. */
function RequireApproval() {
  const { user } = useSession();
  if (!user || isApprovedUser(user)) return <Outlet />;
  return (
    <Suspense fallback={<Spinner size="large" fullScreen caption={common.loading} />}>
      <NotApprovedNotice />
    </Suspense>
  );
}

const superAdminPages = pages({
  attention: async () => (await import('@/features/admin-attention/attention-page')).AttentionPage,
  dashboard: async () => (await import('@/features/admin-dashboard/dashboard-page')).DashboardPage,
  users: async () => (await import('@/features/admin-users/users-page')).UsersPage,
});

const organiserPages = pages({
  audit: async () => (await import('@/features/admin-audit/audit-page')).AuditPage,
  disputes: async () => (await import('@/features/admin-disputes/disputes-page')).DisputesPage,
  reconciliation: async () =>
    (await import('@/features/admin-reconciliation/reconciliation-page')).ReconciliationPage,
  hosts: async () => (await import('@/features/admin-hosts/hosts-page')).HostsPage,
  'hosts/:hostId/money': async () => (await import('@/features/admin-money/money-page')).MoneyPage,
  contests: async () => (await import('@/features/admin-contests/contests-page')).ContestsPage,
  'contests/:contestId': async () => (await import('./pages/admin-contest')).AdminContestPage,
  'contests/:contestId/preview': async () => (await import('./pages/contest-preview')).ContestPreviewPage,
  'contests/:contestId/share': async () => (await import('@/features/admin-share/share-page')).SharePage,
  'contests/:contestId/categories/:categoryId': async () =>
    (await import('@/features/admin-contests/category-page')).CategoryPage,
  votes: async () => (await import('@/features/admin-votes/votes-page')).VotesPage,
  'votes/held': async () => (await import('@/features/admin-votes/held-page')).HeldVotesPage,
  'votes/quarantine': async () => (await import('@/features/admin-votes/quarantine-page')).QuarantinePage,
  'votes/cash': async () => (await import('@/features/admin-votes/cash-page')).CashPage,
  payments: async () => (await import('@/features/admin-payments/payments-page')).PaymentsPage,
  statistics: async () => (await import('@/features/admin-statistics/statistics-page')).StatisticsPage,
});

export const organisersRoutes: RouteObject[] = [
  {
    element: <RequireSession role={['COMPANY_ADMIN', 'SUPER_ADMIN']} />,
    children: [
      {
        ...page(async () => (await import('./admin-layout')).AdminLayout),
        children: [
          {
            element: <RequireSession role="SUPER_ADMIN" redirect={{ COMPANY_ADMIN: '/admin/hosts' }} />,
            children: [{ element: <RequireApproval />, children: superAdminPages }],
          },
          { element: <RequireApproval />, children: organiserPages },
        ],
      },
    ],
  },
  { path: '*', element: <Navigate to="/" replace /> },
];

export function OrganisersPages() {
  return useRoutes(organisersRoutes);
}
