/** What `npm run mutate` changes, and the unit tests that have to notice it. SQL and Lua are not among it. */
export const AREAS = {
  states: {
    mutate: [
      'libs/contests/src/contests/contest-state.ts',
      'libs/payments/src/rules/*.ts',
      'libs/messages/src/receipt.ts',
    ],
    tests: [
      'libs/contests/src/contests/contest-state.spec.ts',
      'libs/payments/src/rules/*.spec.ts',
      'libs/messages/src/receipt.spec.ts',
    ],
  },
  money: {
    mutate: ['libs/contracts/src/money.ts', 'libs/contracts/src/pricing.ts'],
    tests: ['libs/contracts/src/money.spec.ts', 'libs/contracts/src/pricing.spec.ts'],
  },
  guards: {
    // The module only wires; the guard's own test starts it.
    mutate: ['apps/api/src/access/*.ts', 'libs/accounts/src/access/*.ts', '!**/*.module.ts'],
    tests: ['apps/api/src/access/*.spec.ts', 'libs/accounts/src/access/*.spec.ts'],
  },
  visibility: {
    mutate: ['libs/contests/src/contests/public-view.ts', 'libs/contracts/src/tally.ts:17-60'],
    tests: ['libs/contests/src/contests/public-view.spec.ts', 'libs/contracts/src/tally.spec.ts'],
  },
  limits: {
    mutate: [
      'libs/voting/src/limits/free-vote.ts',
      'libs/voting/src/limits/unpaid-votes.ts',
      'libs/voting/src/limits/vote-pace.ts',
      'libs/voting/src/limits/voter-network.ts',
    ],
    tests: ['libs/voting/src/limits/*.spec.ts'],
  },
  live: {
    mutate: [
      'libs/live/src/board-room.ts',
      'libs/live/src/leaders.ts',
      'libs/live/src/live-pace.ts',
      'libs/contracts/src/tally.ts:62-138',
      // Without the requests and the hook of React.
      'apps/web/src/lib/public-contest.ts:127-257',
    ],
    tests: [
      'libs/contracts/src/tally.spec.ts',
      'libs/live/src/*.spec.ts',
      'apps/web/src/lib/public-contest.spec.ts',
    ],
  },
  web: {
    // Pure logic. Lines of a file leave out hooks of React and requests, which the browser suite tries.
    mutate: [
      'apps/web/src/features/admin-contests/console/time-left.ts',
      'apps/web/src/features/contest/charge.ts',
      'apps/web/src/features/contest/nominees-named.ts',
      'apps/web/src/features/contest/use-calm-order.ts:9-16',
      'apps/web/src/features/contest/cast-vote.ts:13-30',
      'apps/web/src/features/stage/format-countdown.ts',
      'apps/web/src/lib/admin/next-payout.ts',
      'apps/web/src/lib/format.ts',
      'apps/web/src/lib/kept-form.ts',
      'apps/web/src/lib/payment/verify-payment.ts:1-66',
      'apps/web/src/lib/share/links.ts',
      'apps/web/src/lib/storage.ts',
      'apps/web/src/lib/vote-window.ts:23-32',
      'apps/web/src/lib/voting-state.ts:1-37',
    ],
    tests: [
      'apps/web/src/features/admin-contests/console/time-left.spec.ts',
      'apps/web/src/features/contest/*.spec.ts',
      'apps/web/src/features/stage/format-countdown.spec.ts',
      'apps/web/src/lib/admin/next-payout.spec.ts',
      'apps/web/src/lib/{format,kept-form,storage,vote-window,voting-state}.spec.ts',
      'apps/web/src/lib/payment/verify-payment.spec.ts',
      'apps/web/src/lib/share/links.spec.ts',
    ],
  },
  texts: {
    // What is read from and written for people: phone numbers, files of tables.
    mutate: ['libs/contracts/src/phone.ts', 'libs/platform/src/csv.ts'],
    tests: ['libs/contracts/src/phone.spec.ts', 'libs/platform/src/csv.spec.ts'],
  },
};
