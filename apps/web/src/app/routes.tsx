import { usePrefetchQuery } from '@tanstack/react-query';
import { lazy, Suspense, type ComponentType, type ReactElement, type ReactNode } from 'react';
import { Navigate, useParams, type RouteObject } from 'react-router-dom';
import { publicContestsQuery } from '@/features/contests/public-contests';
import { publicContestQuery } from '@/lib/public-contest';
import { RequireApproval, RequireSession } from './guards';
import { PageLoading, RootLayout } from './layout';

/*
 * Every address of the client, in one place. The code of a page loads when it is opened; what it will ask first is asked
 * while that code is still on the way (WithContests, WithContest), the page then reads it from the cache.
 *
 * The router is the declarative one: the data router's loaders and actions would cost every visitor 17 KB that
 * TanStack Query makes unnecessary.
 */

let pages = 0;

/** A page whose code comes when needed. Its own boundary shows the spinner at once instead of a page that seems dead. */
function page(load: () => Promise<ComponentType>): ReactElement {
  const Page = lazy(async () => ({ default: await load() }));
  pages += 1;
  return (
    <Suspense key={pages} fallback={<PageLoading />}>
      <Page />
    </Suspense>
  );
}

function WithContests({ children }: { children: ReactNode }) {
  usePrefetchQuery(publicContestsQuery(1));
  return children;
}

function WithContest({ children }: { children: ReactNode }) {
  const { contestId = '' } = useParams();
  usePrefetchQuery(publicContestQuery(contestId));
  return children;
}

const publicPages: RouteObject[] = [
  {
    path: '/',
    element: <WithContests>{page(async () => (await import('./pages/home')).HomePage)}</WithContests>,
  },
  {
    path: '/contests',
    element: (
      <WithContests>
        {page(async () => (await import('@/features/contests/contests-page')).ContestsPage)}
      </WithContests>
    ),
  },
  {
    path: '/contests/:contestId',
    element: (
      <WithContest>
        {page(async () => (await import('@/features/contest/contest-page')).ContestPage)}
      </WithContest>
    ),
  },
  {
    path: '/payment/verify',
    element: page(async () => (await import('@/features/payments/verify-page')).VerifyPage),
  },
  {
    path: '/find-my-vote',
    element: page(async () => (await import('@/features/find-vote/find-vote-page')).FindVotePage),
  },
  { path: '/login', element: page(async () => (await import('@/features/auth/login-page')).LoginPage) },
  {
    path: '/register',
    element: page(async () => (await import('@/features/auth/register-page')).RegisterPage),
  },
  {
    path: '/forgot-password',
    element: page(async () => (await import('@/features/auth/forgot-password-page')).ForgotPasswordPage),
  },
  {
    path: '/reset-password',
    element: page(async () => (await import('@/features/auth/reset-password-page')).ResetPasswordPage),
  },
  {
    path: '/pending-approval',
    element: page(async () => (await import('@/features/auth/pending-page')).PendingPage),
  },
  {
    path: '/unauthorized',
    element: page(async () => (await import('@/features/auth/unauthorized-page')).UnauthorizedPage),
  },
  { path: '/terms', element: page(async () => (await import('@/features/legal/terms-page')).TermsPage) },
  {
    path: '/privacy',
    element: page(async () => (await import('@/features/legal/privacy-page')).PrivacyPage),
  },
  {
    path: '/contact',
    element: page(async () => (await import('@/features/legal/contact-page')).ContactPage),
  },
  {
    // Named nowhere: for those who build the app.
    path: '/dev/components',
    element: page(async () => (await import('@/features/dev/components-page')).ComponentsPage),
  },
  {
    element: <RequireSession />,
    children: [
      {
        path: '/profile',
        element: page(async () => (await import('@/features/auth/profile-page')).ProfilePage),
      },
    ],
  },
];

const superAdminPages: RouteObject[] = [
  {
    path: '/admin/attention',
    element: page(async () => (await import('@/features/admin-attention/attention-page')).AttentionPage),
  },
  {
    path: '/admin/dashboard',
    element: page(async () => (await import('@/features/admin-dashboard/dashboard-page')).DashboardPage),
  },
  {
    path: '/admin/users',
    element: page(async () => (await import('@/features/admin-users/users-page')).UsersPage),
  },
];

const organiserPages: RouteObject[] = [
  {
    path: '/admin/reconciliation',
    element: page(
      async () => (await import('@/features/admin-reconciliation/reconciliation-page')).ReconciliationPage,
    ),
  },
  {
    path: '/admin/hosts',
    element: page(async () => (await import('@/features/admin-hosts/hosts-page')).HostsPage),
  },
  {
    path: '/admin/contests',
    element: page(async () => (await import('@/features/admin-contests/contests-page')).ContestsPage),
  },
  {
    path: '/admin/contests/:contestId',
    element: page(async () => (await import('@/features/admin-contests/contest-page')).ContestPage),
  },
  {
    path: '/admin/contests/:contestId/preview',
    element: page(async () => (await import('./pages/contest-preview')).ContestPreviewPage),
  },
  {
    path: '/admin/contests/:contestId/share',
    element: page(async () => (await import('@/features/admin-share/share-page')).SharePage),
  },
  {
    path: '/admin/contests/:contestId/categories/:categoryId',
    element: page(async () => (await import('@/features/admin-contests/category-page')).CategoryPage),
  },
  {
    path: '/admin/votes',
    element: page(async () => (await import('@/features/admin-votes/votes-page')).VotesPage),
  },
  {
    path: '/admin/votes/held',
    element: page(async () => (await import('@/features/admin-votes/held-page')).HeldVotesPage),
  },
  {
    path: '/admin/payments',
    element: page(async () => (await import('@/features/admin-payments/payments-page')).PaymentsPage),
  },
  {
    path: '/admin/statistics',
    element: page(async () => (await import('@/features/admin-statistics/statistics-page')).StatisticsPage),
  },
];

/** Screens without bar and footer: for the hall, for other sites, for paper. */
const barePages: RouteObject[] = [
  {
    path: '/contests/:contestId/stage',
    element: (
      <WithContest>{page(async () => (await import('@/features/stage/stage-page')).StagePage)}</WithContest>
    ),
  },
  {
    path: '/embed/contests/:contestId',
    element: (
      <WithContest>{page(async () => (await import('@/features/embed/embed-page')).EmbedPage)}</WithContest>
    ),
  },
  {
    path: '/contests/:contestId/poster',
    element: (
      <WithContest>
        {page(async () => (await import('@/features/poster/poster-page')).PosterPage)}
      </WithContest>
    ),
  },
];

export const routes: RouteObject[] = [
  ...barePages,
  {
    element: <RootLayout />,
    children: [
      ...publicPages,
      {
        element: <RequireSession role={['COMPANY_ADMIN', 'SUPER_ADMIN']} />,
        children: [
          {
            element: page(async () => (await import('./admin-layout')).AdminLayout),
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
