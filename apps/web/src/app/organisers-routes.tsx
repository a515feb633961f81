import { lazy, Suspense } from 'react';
import { Navigate, Outlet, useRoutes, type RouteObject } from 'react-router-dom';
import { Spinner } from '@/components/spinner';
import { isApprovedUser, useSession } from '@/lib/session';
import { common } from '@/texts/en/common';
import { RequireSession } from './guards';
import { page } from './page';

/* The addresses below `/admin`: no voter has to load the list of them. */

const NotApprovedNotice = lazy(async () => ({
  default: (await import('@/components/not-approved-notice')).NotApprovedNotice,
}));

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

const superAdminPages: RouteObject[] = [
  {
    path: 'attention',
    ...page(async () => (await import('@/features/admin-attention/attention-page')).AttentionPage),
  },
  {
    path: 'dashboard',
    ...page(async () => (await import('@/features/admin-dashboard/dashboard-page')).DashboardPage),
  },
  {
    path: 'users',
    ...page(async () => (await import('@/features/admin-users/users-page')).UsersPage),
  },
];

const organiserPages: RouteObject[] = [
  {
    path: 'audit',
    ...page(async () => (await import('@/features/admin-audit/audit-page')).AuditPage),
  },
  {
    path: 'disputes',
    ...page(async () => (await import('@/features/admin-disputes/disputes-page')).DisputesPage),
  },
  {
    path: 'reconciliation',
    ...page(
      async () => (await import('@/features/admin-reconciliation/reconciliation-page')).ReconciliationPage,
    ),
  },
  {
    path: 'hosts',
    ...page(async () => (await import('@/features/admin-hosts/hosts-page')).HostsPage),
  },
  {
    path: 'hosts/:hostId/money',
    ...page(async () => (await import('@/features/admin-money/money-page')).MoneyPage),
  },
  {
    path: 'contests',
    ...page(async () => (await import('@/features/admin-contests/contests-page')).ContestsPage),
  },
  {
    path: 'contests/:contestId',
    ...page(async () => (await import('./pages/admin-contest')).AdminContestPage),
  },
  {
    path: 'contests/:contestId/preview',
    ...page(async () => (await import('./pages/contest-preview')).ContestPreviewPage),
  },
  {
    path: 'contests/:contestId/share',
    ...page(async () => (await import('@/features/admin-share/share-page')).SharePage),
  },
  {
    path: 'contests/:contestId/categories/:categoryId',
    ...page(async () => (await import('@/features/admin-contests/category-page')).CategoryPage),
  },
  {
    path: 'votes',
    ...page(async () => (await import('@/features/admin-votes/votes-page')).VotesPage),
  },
  {
    path: 'votes/held',
    ...page(async () => (await import('@/features/admin-votes/held-page')).HeldVotesPage),
  },
  {
    path: 'votes/quarantine',
    ...page(async () => (await import('@/features/admin-votes/quarantine-page')).QuarantinePage),
  },
  {
    path: 'votes/cash',
    ...page(async () => (await import('@/features/admin-votes/cash-page')).CashPage),
  },
  {
    path: 'payments',
    ...page(async () => (await import('@/features/admin-payments/payments-page')).PaymentsPage),
  },
  {
    path: 'statistics',
    ...page(async () => (await import('@/features/admin-statistics/statistics-page')).StatisticsPage),
  },
];

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
