import { usePrefetchQuery, type UsePrefetchQueryOptions } from '@tanstack/react-query';
import { lazy, Suspense, useState, type ComponentType, type ReactNode } from 'react';
import { matchPath, matchRoutes, Navigate, useParams, type Params, type RouteObject } from 'react-router-dom';
import { publicContestsQuery } from '@/features/contests/api';
import { loadCode } from '@/lib/load-code';
import { publicContestQuery } from '@/lib/public-contest';
import { queryClient } from '@/lib/query-client';
import { RequireApproval, RequireSession } from './guards';
import { PageLoading, RootLayout } from './layout';

/*
 * Every address of the client, in one place. The code of a page loads when it is opened; what it will ask first is asked
 * while that code is still on the way, the page then reads it from the cache.
 *
 * The router is the declarative one: the data router's loaders and actions would cost every visitor 17 KB that
 * TanStack Query makes unnecessary.
 */

type FirstQuery<T, K extends readonly unknown[]> = (
  params: Params,
) => UsePrefetchQueryOptions<T, Error, T, T, K>;
type Prepare = (params: Params) => Promise<unknown>;

let pages = 0;

/**
 * A page whose code comes when needed. Its own boundary shows the spinner at once instead of a page that seems dead.
 * @param load its code
 * @param query what it asks first
 */
function page<T, K extends readonly unknown[]>(
  load: () => Promise<ComponentType>,
  query?: FirstQuery<T, K>,
): Pick<RouteObject, 'element' | 'handle'> {
  let loaded: ComponentType | undefined;
  const fetchCode = async () => (loaded ??= await loadCode(load));
  const Late = lazy(async () => ({ default: await fetchCode() }));
  function Page() {
    // Code that is there already is shown at once: React keeps a spinner, once shown, for 300 ms.
    const [Shown] = useState(() => loaded ?? Late);
    return <Shown />;
  }
  const prepare: Prepare = (params) =>
    Promise.all([fetchCode(), query && queryClient.prefetchQuery(query(params))]);
  pages += 1;
  const element = (
    <Suspense key={pages} fallback={<PageLoading />}>
      <Page />
    </Suspense>
  );
  return { handle: prepare, element: query ? <Asking query={query}>{element}</Asking> : element };
}

function Asking<T, K extends readonly unknown[]>(props: { query: FirstQuery<T, K>; children: ReactNode }) {
  usePrefetchQuery(props.query(useParams()));
  return props.children;
}

/**
 * Fetch the code and data of the page at this address, so that its first paint is complete.
 * @returns when it is there, or could not be had: the page then says so
 */
export async function preparePage(pathname: string): Promise<void> {
  const matches = matchRoutes(routes, pathname) ?? [];
  await Promise.allSettled(
    matches.map(({ route, params }) => (route.handle as Prepare | undefined)?.(params)),
  );
}

const contest = ({ contestId = '' }: Params) => publicContestQuery(contestId);

const publicPages: RouteObject[] = [
  {
    path: '/',
    ...page(
      async () => (await import('./pages/home')).HomePage,
      () => publicContestsQuery(1),
    ),
  },
  {
    path: '/contests',
    ...page(
      async () => (await import('@/features/contests/contests-page')).ContestsPage,
      () => publicContestsQuery(1),
    ),
  },
  {
    path: '/contests/:contestId',
    ...page(async () => (await import('@/features/contest/contest-page')).ContestPage, contest),
  },
  {
    path: '/contests/:contestId/audit',
    ...page(async () => (await import('@/features/public-audit/audit-page')).PublicAuditPage),
  },
  {
    path: '/payment/verify',
    ...page(async () => (await import('@/features/payments/verify-page')).VerifyPage),
  },
  {
    path: '/find-my-vote',
    ...page(async () => (await import('@/features/find-vote/find-vote-page')).FindVotePage),
  },
  {
    path: '/status',
    ...page(async () => (await import('@/features/status/status-page')).StatusPage),
  },
  {
    path: '/r/:code',
    ...page(async () => (await import('@/features/receipt/receipt-page')).ReceiptPage),
  },
  { path: '/login', ...page(async () => (await import('@/features/auth/login-page')).LoginPage) },
  {
    path: '/register',
    ...page(async () => (await import('@/features/auth/register-page')).RegisterPage),
  },
  {
    path: '/forgot-password',
    ...page(async () => (await import('@/features/auth/forgot-password-page')).ForgotPasswordPage),
  },
  {
    path: '/reset-password',
    ...page(async () => (await import('@/features/auth/reset-password-page')).ResetPasswordPage),
  },
  {
    path: '/verify-email',
    ...page(async () => (await import('@/features/auth/verify-email-page')).VerifyEmailPage),
  },
  {
    path: '/pending-approval',
    ...page(async () => (await import('@/features/auth/pending-page')).PendingPage),
  },
  {
    path: '/unauthorized',
    ...page(async () => (await import('@/features/auth/unauthorized-page')).UnauthorizedPage),
  },
  { path: '/terms', ...page(async () => (await import('@/features/legal/terms-page')).TermsPage) },
  {
    path: '/privacy',
    ...page(async () => (await import('@/features/legal/privacy-page')).PrivacyPage),
  },
  {
    path: '/contact',
    ...page(async () => (await import('@/features/legal/contact-page')).ContactPage),
  },
  {
    // Named nowhere: for those who build the app.
    path: '/dev/components',
    ...page(async () => (await import('@/features/dev/components-page')).ComponentsPage),
  },
  {
    element: <RequireSession />,
    children: [
      {
        path: '/profile',
        ...page(async () => (await import('@/features/auth/profile-page')).ProfilePage),
      },
    ],
  },
];

const superAdminPages: RouteObject[] = [
  {
    path: '/admin/attention',
    ...page(async () => (await import('@/features/admin-attention/attention-page')).AttentionPage),
  },
  {
    path: '/admin/dashboard',
    ...page(async () => (await import('@/features/admin-dashboard/dashboard-page')).DashboardPage),
  },
  {
    path: '/admin/users',
    ...page(async () => (await import('@/features/admin-users/users-page')).UsersPage),
  },
];

const organiserPages: RouteObject[] = [
  {
    path: '/admin/audit',
    ...page(async () => (await import('@/features/admin-audit/audit-page')).AuditPage),
  },
  {
    path: '/admin/disputes',
    ...page(async () => (await import('@/features/admin-disputes/disputes-page')).DisputesPage),
  },
  {
    path: '/admin/reconciliation',
    ...page(
      async () => (await import('@/features/admin-reconciliation/reconciliation-page')).ReconciliationPage,
    ),
  },
  {
    path: '/admin/hosts',
    ...page(async () => (await import('@/features/admin-hosts/hosts-page')).HostsPage),
  },
  {
    path: '/admin/hosts/:hostId/money',
    ...page(async () => (await import('@/features/admin-money/money-page')).MoneyPage),
  },
  {
    path: '/admin/contests',
    ...page(async () => (await import('@/features/admin-contests/contests-page')).ContestsPage),
  },
  {
    path: '/admin/contests/:contestId',
    ...page(async () => (await import('./pages/admin-contest')).AdminContestPage),
  },
  {
    path: '/admin/contests/:contestId/preview',
    ...page(async () => (await import('./pages/contest-preview')).ContestPreviewPage),
  },
  {
    path: '/admin/contests/:contestId/share',
    ...page(async () => (await import('@/features/admin-share/share-page')).SharePage),
  },
  {
    path: '/admin/contests/:contestId/categories/:categoryId',
    ...page(async () => (await import('@/features/admin-contests/category-page')).CategoryPage),
  },
  {
    path: '/admin/votes',
    ...page(async () => (await import('@/features/admin-votes/votes-page')).VotesPage),
  },
  {
    path: '/admin/votes/held',
    ...page(async () => (await import('@/features/admin-votes/held-page')).HeldVotesPage),
  },
  {
    path: '/admin/votes/quarantine',
    ...page(async () => (await import('@/features/admin-votes/quarantine-page')).QuarantinePage),
  },
  {
    path: '/admin/votes/cash',
    ...page(async () => (await import('@/features/admin-votes/cash-page')).CashPage),
  },
  {
    path: '/admin/payments',
    ...page(async () => (await import('@/features/admin-payments/payments-page')).PaymentsPage),
  },
  {
    path: '/admin/rehearsals/:rehearsalId?',
    ...page(async () => (await import('@/features/admin-rehearsals/rehearsals-page')).RehearsalsPage),
  },
  {
    path: '/admin/statistics',
    ...page(async () => (await import('@/features/admin-statistics/statistics-page')).StatisticsPage),
  },
];

const EMBED_PATH = '/embed/contests/:contestId';
const embedPage: RouteObject = {
  path: EMBED_PATH,
  ...page(async () => (await import('@/features/embed/embed-page')).EmbedPage, contest),
};

/**
 * Whether this document shows the embed and nothing else for as long as it lives: it is inside a frame, or was opened as the embed.
 * A page with a session or a form must never appear inside another site's frame, whatever changes the address there.
 */
export const isEmbed = window.self !== window.top || matchPath(EMBED_PATH, window.location.pathname) !== null;

/** Screens without bar and footer: for the hall, for other sites, for paper. */
const barePages: RouteObject[] = [
  {
    path: '/contests/:contestId/stage',
    ...page(async () => (await import('@/features/stage/stage-page')).StagePage, contest),
  },
  {
    path: '/remote',
    ...page(async () => (await import('@/features/stage/remote/remote-page')).RemotePage),
  },
  {
    path: '/contests/:contestId/poster',
    ...page(async () => (await import('@/features/poster/poster-page')).PosterPage, contest),
  },
  {
    path: '/admin/contests/:contestId/ballot-codes',
    ...page(async () => (await import('@/features/admin-electorate/ballot-slips-page')).BallotSlipsPage),
  },
];

const allPages: RouteObject[] = [
  ...barePages,
  {
    element: <RootLayout />,
    children: [
      ...publicPages,
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
    ],
  },
];

export const routes: RouteObject[] = isEmbed ? [embedPage, { path: '*', element: null }] : allPages;
