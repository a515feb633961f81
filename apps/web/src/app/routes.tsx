import { matchPath, matchRoutes, Navigate, type Params, type RouteObject } from 'react-router-dom';
import { publicContestsQuery } from '@/features/contests/api';
import { publicContestQuery } from '@/lib/public-contest';
import { RequireSession } from './guards';
import { RootLayout } from './layout';
import { page, type Prepare } from './page';

/*
 * Every address of the client; those below `/admin` come with `organisers-routes`. The code of a page loads when it is opened; what it will ask first is asked
 * while that code is still on the way, the page then reads it from the cache.
 *
 * The router is the declarative one: the data router's loaders and actions would cost every visitor 17 KB that
 * TanStack Query makes unnecessary.
 */

/**
 * Fetch the code and data of the page at this address, so that its first paint is complete.
 * @param among the addresses that are known
 * @returns when it is there, or could not be had: the page then says so
 */
export async function preparePage(pathname: string, among = routes): Promise<void> {
  const matches = matchRoutes(among, pathname) ?? [];
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
    element: <RequireSession />,
    children: [
      {
        path: '/profile',
        ...page(async () => (await import('@/features/auth/profile-page')).ProfilePage),
      },
    ],
  },
];

const organisers = page(async () => (await import('./organisers-routes')).OrganisersPages);
const organisersPages: RouteObject = {
  path: '/admin/*',
  element: organisers.element,
  handle: async (params: Params) => {
    await organisers.handle(params);
    const { organisersRoutes } = await import('./organisers-routes');
    await preparePage(`/${params['*']}`, organisersRoutes);
  },
};

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
    children: [...publicPages, organisersPages, { path: '*', element: <Navigate to="/" replace /> }],
  },
];

export const routes: RouteObject[] = isEmbed ? [embedPage, { path: '*', element: null }] : allPages;
