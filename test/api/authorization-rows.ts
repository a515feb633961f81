import { formOf } from '../support/http.js';

/** What a route can be about. */
type Thing = 'host' | 'contest' | 'category' | 'contestant' | 'user' | 'vote' | 'payment';
/** One of everything, by id. */
export type World = Record<Thing, string>;

/** What the tests expect of one route. */
export interface Row {
  /** Who gets past the guard; `self` is any signed-in user, also an unapproved one. */
  access: 'public' | 'self' | 'organiser' | 'super-admin';
  /** What an organiser's route needs for its thing; absent where it is about none. */
  permission?: string | undefined;
  /** What the path's parameter (or the body's parent) is; absent for routes about nothing in particular. */
  of?: Thing;
  /** What a super admin gets for a thing of another user. */
  adminForeign?: number;
  /** The specification's words for it. */
  adminMessage?: string;
  /** What the owner gets. */
  own?: number;
  /** What is sent; `photo` is a valid picture. */
  body?: (world: World, photo: Blob) => unknown;
  /** Public, and a signed-in caller is told more: a bad token is refused where "not found" might not be true. */
  readsToken?: true;
  /** Answers, but not by ownership: only the guard is tested. */
  guardOnly?: true;
}

const aWindow = () => ({ from: '2026-01-01T00:00:00Z', to: '2026-01-01T01:00:00Z' });
const read = (of: Thing, permission = 'contest.read'): Row => ({
  access: 'organiser',
  permission,
  of,
  adminForeign: 200,
});
const write = (of: Thing, permission: string, adminMessage: string, body?: Row['body'], own = 200): Row => ({
  access: 'organiser',
  permission,
  of,
  adminForeign: 403,
  adminMessage,
  own,
  body,
});
const guard = (access: Row['access'], permission?: string): Row => ({ access, permission, guardOnly: true });
const list = (permission: string): Row => ({ access: 'organiser', permission });
/** A new host has none. */
const NO_STATEMENT: Row = { ...read('host', 'payments.read'), adminForeign: 404, own: 404 };

const EDIT_HOST = 'Super Admins can view all hosts but can only edit their own hosts';
const MANAGE = 'Super Admins can only manage their own contests';
const WALLET = { type: 'mobile_money', bankCode: 'MTN', accountNumber: '0551234987' };
const FEES = { percentage: 5, fixed: 0, minimum: 0, bearer: 'host' };
const CONTEST_TEXTS = { title: 'T', description: 'D' };
const soon = (hours: number): string => new Date(Date.now() + hours * 3_600_000).toISOString();

/**
 * One row for each route of the API's document. The name is `METHOD /path` with the document's parameters. A row for a new route goes
 * beside those of its noun, in the order of their paths: `read` and `write` for things of an organiser, `guard` where another spec
 * tests whose thing it is.
 */
export const ROWS: Record<string, Row> = {
  'POST /api/auth/register': guard('public'),
  'POST /api/auth/login': guard('public'),
  'POST /api/auth/forgot-password': guard('public'),
  'POST /api/auth/reset-password': guard('public'),
  'POST /api/auth/verify-email': guard('public'),
  'POST /api/auth/verify-email/send': guard('self'),
  'POST /api/auth/reauthenticate': guard('self'),
  'GET /api/auth/second-factor': { access: 'self' },
  'POST /api/auth/second-factor/setup': guard('self'),
  'POST /api/auth/second-factor/confirm': guard('self'),
  'POST /api/auth/second-factor/recovery-codes': guard('self'),
  'DELETE /api/auth/second-factor': guard('self'),
  'GET /api/auth/profile': { access: 'self' },
  'POST /api/auth/logout': guard('self'),

  'GET /api/contests/public': guard('public'),
  'GET /api/contests/public/figures': guard('public'),
  'GET /api/status': guard('public'),
  'GET /api/contests/{id}/public': guard('public'),
  'GET /api/contests/{id}/rules': guard('public'),
  'GET /api/contests/{id}/audit': guard('public'),
  'POST /api/contests/{id}/cosignatures': guard('public'),
  'GET /api/requests/{key}': { ...guard('public'), readsToken: true },
  'POST /api/votes/cast': guard('public'),
  'POST /api/votes/challenge': guard('public'),
  'POST /api/voters/browser': guard('public'),
  'POST /api/voters/verification': guard('public'),
  'POST /api/voters/verification/{id}': guard('public'),
  'POST /api/votes/find': guard('public'),
  'POST /api/votes/appeal': guard('public'),
  'GET /api/receipts/{code}': guard('public'),
  'GET /api/receipts/{code}/statement': guard('public'),
  'POST /api/stage-remote/connect': guard('public'),
  'POST /api/stage-remote/status': guard('public'),
  'POST /api/stage-remote/command': guard('public'),
  'POST /api/payments/{provider}/initialize': guard('public'),
  'GET /api/payments/{provider}/verify/{reference}': guard('public'),
  'POST /api/payments/{provider}/charge': guard('public'),
  'GET /api/payments/{provider}/charge/{reference}': guard('public'),
  'POST /api/payments/{provider}/charge/{reference}/otp': guard('public'),
  'POST /api/payments/{provider}/charge/{reference}/pin': guard('public'),
  'POST /api/payments/{provider}/charge/{reference}/phone': guard('public'),
  'POST /api/payments/{provider}/charge/{reference}/birthday': guard('public'),
  'POST /api/payments/{provider}/charge/{reference}/address': guard('public'),

  'GET /api/hosts': list('contest.read'),
  'GET /api/hosts/admin/all': { access: 'super-admin' },
  'POST /api/hosts': {
    access: 'organiser',
    own: 201,
    body: () => ({ name: 'A', email: 'a@b.example', phone: '0241234567', description: 'D' }),
  },
  'GET /api/hosts/{id}': read('host'),
  'GET /api/hosts/{id}/stats': read('host', 'votes.read'),
  'PUT /api/hosts/{id}': write('host', 'contest.write', EDIT_HOST, () => ({ name: 'New' })),
  'GET /api/hosts/banks': list('payments.read'),
  'GET /api/hosts/admin/settlement-accounts': { access: 'super-admin' },
  'GET /api/hosts/{id}/settlement-account': read('host', 'payments.read'),
  'PUT /api/hosts/{id}/settlement-account': write('host', 'payouts.write', EDIT_HOST, () => WALLET),
  'POST /api/hosts/{id}/settlement-account/resolve': write('host', 'payouts.write', EDIT_HOST, () => WALLET),
  'DELETE /api/hosts/{id}/settlement-account': {
    access: 'organiser',
    permission: 'payouts.write',
    of: 'host',
    adminForeign: 409,
    own: 409,
  },
  'POST /api/hosts/{id}/settlement-account/approve': guard('super-admin'),
  'GET /api/hosts/{id}/balance': read('host', 'payments.read'),
  'GET /api/hosts/{id}/statements': read('host', 'payments.read'),
  'GET /api/hosts/{id}/statements/{number}': NO_STATEMENT,
  'GET /api/hosts/{id}/statements/{number}.pdf': NO_STATEMENT,
  'GET /api/hosts/{id}/statements/{number}.csv': NO_STATEMENT,
  'GET /api/hosts/{id}/statements/{number}.ledger': NO_STATEMENT,
  'GET /api/hosts/{id}/settlements': read('host', 'payments.read'),
  'GET /api/hosts/{id}/settlements.csv': read('host', 'payments.read'),
  'GET /api/hosts/admin/settlement-differences': { access: 'super-admin' },
  'POST /api/hosts/admin/settlement-differences/{id}/close': guard('super-admin'),
  'GET /api/hosts/{id}/fee-policy': read('host', 'payments.read'),
  'PUT /api/hosts/{id}/fee-policy': {
    access: 'super-admin',
    of: 'host',
    adminForeign: 200,
    body: () => FEES,
  },
  'PATCH /api/hosts/{id}/toggle-status': write('host', 'contest.write', EDIT_HOST),
  // The world's host has a contest, so its owner is told about that.
  'DELETE /api/hosts/{id}': write(
    'host',
    'members.write',
    'Super Admins can only delete their own hosts',
    undefined,
    409,
  ),

  'GET /api/contests': list('contest.read'),
  'GET /api/contests/admin/all': { access: 'super-admin' },
  'GET /api/contests/proposal': list('contest.write'),
  'POST /api/contests': write(
    'host',
    'contest.write',
    MANAGE,
    ({ host }) => ({
      hostId: host,
      ...CONTEST_TEXTS,
      startDate: soon(1),
      endDate: soon(2),
      categories: [{ name: 'C', description: 'D', contestants: [{ name: 'N' }] }],
      activate: true,
    }),
    201,
  ),
  'GET /api/contests/{id}': read('contest'),
  'PUT /api/contests/{id}': write('contest', 'contest.write', MANAGE, () => ({ title: 'New' })),
  'DELETE /api/contests/{id}': write(
    'contest',
    'contest.write',
    'Super Admins can only delete their own contests',
  ),
  'POST /api/contests/{id}/duplicate': write('contest', 'contest.write', MANAGE, undefined, 201),
  'PATCH /api/contests/{id}/toggle-pause': write('contest', 'contest.run', MANAGE),
  'PATCH /api/contests/{id}/toggle-results': write('contest', 'contest.run', MANAGE),
  'GET /api/contests/{id}/stats': read('contest', 'votes.read'),
  'GET /api/contests/{id}/preview': read('contest'),
  'GET /api/contests/{contestId}/console': read('contest', 'votes.read'),
  'GET /api/contests/{contestId}/sms': read('contest'),
  'GET /api/contests/{contestId}/stage-remote': read('contest'),
  'GET /api/contests/{id}/results': guard('public'),
  'GET /api/contests/{id}/results/{version}': guard('public'),
  'GET /api/contests/admin/result-corrections': guard('super-admin'),
  'GET /api/contests/{id}/result-corrections': read('contest', 'votes.read'),
  // The world's results are not final.
  'POST /api/contests/{id}/result-corrections': write(
    'contest',
    'contest.write',
    MANAGE,
    ({ contestant }) => ({ changes: [{ contestantId: contestant, votes: 1 }], reason: 'R' }),
    409,
  ),
  // Whose correction it is: result-guard.spec.
  'POST /api/contests/{id}/result-corrections/{correctionId}/confirm': guard('organiser', 'contest.write'),
  'POST /api/contests/{id}/result-corrections/{correctionId}/reject': guard('organiser', 'contest.write'),
  'POST /api/contests/{contestId}/stage-remote': write('contest', 'contest.run', MANAGE, undefined, 201),
  'DELETE /api/contests/{contestId}/stage-remote': write('contest', 'contest.run', MANAGE),
  'GET /api/contests/{contestId}/export/payments.csv': read('contest', 'payments.read'),
  'GET /api/contests/{contestId}/export/votes.csv': read('contest', 'votes.read'),
  'GET /api/contests/{contestId}/export/votes.xlsx': read('contest', 'votes.read'),
  'GET /api/contests/{contestId}/export/payments.xlsx': read('contest', 'payments.read'),

  'POST /api/contests/{id}/quarantine/preview': write('contest', 'contest.run', MANAGE, aWindow),
  // No vote fits.
  'POST /api/contests/{id}/quarantine': write(
    'contest',
    'contest.run',
    MANAGE,
    () => ({ ...aWindow(), reason: 'Checked', networkGroup: '00000000000000ff' }),
    400,
  ),
  'GET /api/contests/{id}/quarantine': read('contest', 'votes.read'),
  'POST /api/contests/{id}/quarantine/{quarantineId}/confirm': guard('super-admin'),
  // Whose contest it is: quarantine.spec.
  'POST /api/contests/{id}/quarantine/{quarantineId}/reject': guard('organiser', 'contest.run'),
  'POST /api/contests/{id}/quarantine/{quarantineId}/undo': guard('organiser', 'contest.run'),
  'GET /api/contests/{id}/fair-play': guard('public'),
  'GET /api/contests/{id}/electorate': read('contest'),
  'GET /api/contests/{id}/electorate/voted': {
    ...read('contest', 'votes.read'),
    adminForeign: 409,
    own: 409,
  },
  'POST /api/contests/{id}/electorate': write('contest', 'contest.write', MANAGE, () => ({ codes: 1 }), 409),
  'DELETE /api/contests/{id}/electorate': write('contest', 'contest.write', MANAGE, undefined, 409),

  'GET /api/categories': list('contest.read'),
  'GET /api/categories/admin/all': { access: 'super-admin' },
  'GET /api/categories/contest/{contestId}': read('contest'),
  'POST /api/categories': write(
    'contest',
    'contest.write',
    MANAGE,
    ({ contest }) => ({ contestId: contest, name: 'N', description: 'D' }),
    201,
  ),
  'GET /api/categories/{id}': read('category'),
  'PUT /api/categories/{id}': write('category', 'contest.write', MANAGE, () => ({ name: 'New' })),
  'DELETE /api/categories/{id}': write('category', 'contest.write', MANAGE),
  'GET /api/categories/{id}/stats': read('category', 'votes.read'),

  'GET /api/contestants': list('contest.read'),
  'GET /api/contestants/admin/all': { access: 'super-admin' },
  'GET /api/contestants/code/{code}': guard('public'),
  'GET /api/contestants/category/{categoryId}': read('category'),
  'POST /api/contestants': write(
    'category',
    'nominees.write',
    MANAGE,
    ({ category }, photo) => formOf({ categoryId: category, name: 'N', bio: 'B' }, { photo }),
    201,
  ),
  'POST /api/contestants/list': write(
    'category',
    'nominees.write',
    MANAGE,
    ({ category }) => ({ categoryId: category, list: 'N' }),
    201,
  ),
  'GET /api/contestants/{id}': read('contestant'),
  'PUT /api/contestants/{id}': write('contestant', 'nominees.write', MANAGE, () => ({ name: 'New' })),
  'DELETE /api/contestants/{id}': write('contestant', 'nominees.write', MANAGE),
  'GET /api/contestants/{id}/stats': read('contestant', 'votes.read'),

  'GET /api/votes/contest/{contestId}': read('contest', 'votes.read'),
  'GET /api/votes/contest/{contestId}/stats': read('contest', 'votes.read'),
  'GET /api/votes/contest/{contestId}/daily': read('contest', 'votes.read'),
  'GET /api/votes/contest/{contestId}/pace': read('contest', 'votes.read'),
  'GET /api/votes/contest/{contestId}/timeline': read('contest', 'votes.read'),
  'GET /api/votes/contest/{contestId}/intake': read('contest', 'votes.read'),
  'GET /api/votes/contest/{contestId}/held': read('contest', 'votes.read'),
  'POST /api/votes/contest/{contestId}/held/decide': write('contest', 'contest.run', MANAGE, () => ({
    decision: 'REJECTED',
    all: true,
    reason: 'Checked',
  })),
  'POST /api/votes/contest/{contestId}/search': {
    ...read('contest', 'votes.read'),
    body: () => ({ search: 'Esi' }),
  },
  'GET /api/votes/{id}/history': read('vote', 'votes.read'),
  // Its vote is free: it has no receipt that was sent.
  'POST /api/votes/{id}/receipt': { ...read('vote', 'votes.read'), own: 409, adminForeign: 409 },
  'POST /api/votes/{id}/reveal': read('vote', 'voters.reveal'),
  'POST /api/votes/manual': guard('organiser', 'payments.act'),
  'GET /api/votes/manual': list('payments.read'),
  'GET /api/votes/manual/admin/all': { access: 'super-admin' },
  'POST /api/votes/manual/{id}/confirm': guard('super-admin'),
  'POST /api/votes/manual/{id}/reject': guard('organiser', 'payments.act'),
  // Whose vote it is: manual-votes.spec.
  'POST /api/votes/manual/{id}/undo': guard('organiser', 'payments.act'),
  'GET /api/payments/contest/{contestId}': read('contest', 'payments.read'),
  'GET /api/payments/contest/{contestId}/reconciliation': read('contest', 'payments.read'),
  'GET /api/payments/contest/{contestId}/stats': read('contest', 'payments.read'),
  'GET /api/payments/revenue': list('payments.read'),
  'GET /api/payments/disputes': list('payments.read'),
  // Whose dispute it is: disputes.spec.
  'GET /api/payments/disputes/{id}/evidence.pdf': guard('organiser', 'payments.read'),
  'POST /api/payments/disputes/{id}/evidence': guard('organiser', 'payments.act'),
  'POST /api/payments/disputes/{id}/resolve': guard('organiser', 'payments.act'),
  'POST /api/payments/contest/{contestId}/search': {
    ...read('contest', 'payments.read'),
    body: () => ({ search: 'Esi' }),
  },
  'POST /api/payments/find': { ...list('payments.read'), body: () => ({ search: '7K3M-9QXT' }) },
  'GET /api/payments/{id}/history': read('payment', 'payments.read'),
  'POST /api/payments/{id}/reveal': read('payment', 'voters.reveal'),
  'GET /api/payments/journal': { access: 'super-admin' },
  'GET /api/payments/attention': guard('super-admin'),
  'GET /api/payments/corrections': guard('super-admin'),
  'POST /api/payments/{id}/returned': guard('super-admin'),
  'POST /api/payments/{id}/kept': guard('super-admin'),
  // Whose payment it is: refund-requests.spec.
  'POST /api/payments/{id}/refund-request': guard('organiser', 'payments.act'),
  'DELETE /api/payments/{id}/refund-request': guard('organiser', 'payments.act'),
  'POST /api/payments/corrections/{id}/confirm': guard('super-admin'),
  'POST /api/payments/corrections/{id}/reject': guard('super-admin'),
  'GET /api/payments/webhooks/set-aside': guard('super-admin'),
  'POST /api/payments/webhooks/{id}/retry': guard('super-admin'),
  'POST /api/payments/{id}/refund': guard('organiser', 'payments.act'),
  'POST /api/payments/{id}/refund-account': guard('super-admin'),
  'POST /api/payments/{id}/refund-account/resolve': guard('super-admin'),
  'POST /api/payments/{id}/accept': guard('super-admin'),
  'GET /api/payments/differences': guard('super-admin'),
  'GET /api/payments/{id}/evidence': guard('super-admin'),
  'POST /api/payments/{id}/notes': guard('super-admin'),

  'GET /api/statistics': list('votes.read'),
  'GET /api/statistics/overview': list('votes.read'),
  'GET /api/statistics/charts': list('votes.read'),
  'GET /api/audit': list('contest.read'),

  'GET /api/users': { access: 'super-admin' },
  'GET /api/users/pending/count': { access: 'super-admin' },
  'GET /api/users/{id}': { access: 'super-admin', of: 'user', adminForeign: 200 },
  'POST /api/users/{id}/reveal': { access: 'super-admin', of: 'user', adminForeign: 200 },
  'PUT /api/users/{id}/approve': { access: 'super-admin', of: 'user', adminForeign: 200 },
  'PUT /api/users/{id}/reject': {
    access: 'super-admin',
    of: 'user',
    adminForeign: 200,
    body: () => ({ reason: 'No' }),
  },
  'DELETE /api/users/{id}': { access: 'super-admin', of: 'user', adminForeign: 200 },
};
