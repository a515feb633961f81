import { matchPath, matchRoutes, Navigate, type Params, type RouteObject } from 'react-router-dom';
import { publicContestsQuery } from '@/features/contests/api';
import { publicContestQuery } from '@/lib/public-contest';
import { RequireSession } from './guards';
import { RootLayout } from './layout';
import { page, pages, type Prepare } from './page';

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
  ...pages(
    {
      '/': async () => (await import('./pages/home')).HomePage,
      '/contests': async () => (await import('@/features/contests/contests-page')).ContestsPage,
    },
    () => publicContestsQuery(1),
  ),
  ...pages(
    {
      '/contests/:contestId': async () => (await import('@/features/contest/contest-page')).ContestPage,
    },
    contest,
  ),
  ...pages({
    '/contests/:contestId/audit': async () =>
      (await import('@/features/public-audit/audit-page')).PublicAuditPage,
    '/payment/verify': async () => (await import('@/features/payments/verify-page')).VerifyPage,
    '/find-my-vote': async () => (await import('@/features/find-vote/find-vote-page')).FindVotePage,
    '/status': async () => (await import('@/features/status/status-page')).StatusPage,
    '/r/:code': async () => (await import('@/features/receipt/receipt-page')).ReceiptPage,
    '/login': async () => (await import('@/features/auth/login-page')).LoginPage,
    '/register': async () => (await import('@/features/auth/register-page')).RegisterPage,
    '/forgot-password': async () => (await import('@/features/auth/forgot-password-page')).ForgotPasswordPage,
    '/reset-password': async () => (await import('@/features/auth/reset-password-page')).ResetPasswordPage,
    '/verify-email': async () => (await import('@/features/auth/verify-email-page')).VerifyEmailPage,
    '/pending-approval': async () => (await import('@/features/auth/pending-page')).PendingPage,
    '/unauthorized': async () => (await import('@/features/auth/unauthorized-page')).UnauthorizedPage,
    '/terms': async () => (await import('@/features/legal/terms-page')).TermsPage,
    '/privacy': async () => (await import('@/features/legal/privacy-page')).PrivacyPage,
    '/contact': async () => (await import('@/features/legal/contact-page')).ContactPage,
  }),
  {
    element: <RequireSession />,
    children: pages({
      '/profile': async () => (await import('@/features/auth/profile-page')).ProfilePage,
    }),
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
const embedPages = pages(
  { [EMBED_PATH]: async () => (await import('@/features/embed/embed-page')).EmbedPage },
  contest,
);

/**
 * Whether this document shows the embed and nothing else for as long as it lives: it is inside a frame, or was opened as the embed.
 * A page with a session or a form must never appear inside another site's frame, whatever changes the address there.
 */
export const isEmbed = window.self !== window.top || matchPath(EMBED_PATH, window.location.pathname) !== null;

/** Screens without bar and footer: for the hall, for other sites, for paper. */
const barePages: RouteObject[] = [
  ...pages(
    {
      '/contests/:contestId/stage': async () => (await import('@/features/stage/stage-page')).StagePage,
      '/contests/:contestId/poster': async () => (await import('@/features/poster/poster-page')).PosterPage,
    },
    contest,
  ),
  ...pages({
    '/remote': async () => (await import('@/features/stage/remote/remote-page')).RemotePage,
    '/admin/contests/:contestId/ballot-codes': async () =>
      (await import('@/features/admin-electorate/ballot-slips-page')).BallotSlipsPage,
  }),
];

const allPages: RouteObject[] = [
  ...barePages,
  {
    element: <RootLayout />,
    children: [...publicPages, organisersPages, { path: '*', element: <Navigate to="/" replace /> }],
  },
];

export const routes: RouteObject[] = isEmbed ? [...embedPages, { path: '*', element: null }] : allPages;
