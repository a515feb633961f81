import {
  type ChargePaymentResult,
  castVoteRules,
  ERROR_MESSAGES,
  HOLD_REASONS,
  LANGUAGES,
  messagesToTranslate,
  type PaymentVerificationBody,
  type PublicContestView,
  lightTexts,
  speakGenerated,
  VOTE_DECISIONS,
  UNDONE_VOTES,
} from '@abato/contracts';
import { AppError } from '@abato/platform';
import { problemOf } from '../problems.js';
import { listPage } from './list-page.js';
import { noticePage } from './notice-page.js';
import { goPage, paymentPage, STEP_FIELDS } from './payment-page.js';
import { resultPage } from './result-page.js';
import { codePage, dialPage, VOTE_FIELDS, type VoteFields, votePage } from './vote-page.js';

// Of this file only: the texts of the light page are letters of no language from here on, and a third longer.
speakGenerated(lightTexts, 'accents');
const messages = messagesToTranslate();
speakGenerated(messages, 'accents');
Object.assign(LANGUAGES['en']?.messages ?? {}, messages);

const DATE = '2026-11-21T19:30:00.000Z';
const ID = '00000000-0000-4000-8000-000000000000';

/** A contest whose data have no letters: what is read with plain letters is a text that does not come from the catalogue. */
function aContest(fields: Partial<PublicContestView> = {}, sizes = [30, 32]): PublicContestView {
  const categories = sizes.map((size, at) => ({
    ...{
      id: `${at}`,
      contestId: ID,
      name: `8${at}`.repeat(20),
      description: '',
      order: at,
      votePrice: null,
      bundles: [],
    },
    contestants: Array.from({ length: size }, (_, nr) => ({
      ...{
        id: `${at}${nr}`,
        categoryId: `${at}`,
        code: `${4000 + 100 * at + nr}`,
        name: '９'.repeat(70),
        bio: '7'.repeat(900),
      },
      ...{
        photo: null,
        order: nr,
        voteCount: 1_234,
        releasedVotes: nr === 0 ? 1_234 : 0,
        rank: 1,
        percentage: 1,
        categoryPercentage: 1,
        _count: { votes: 1_234 },
      },
    })),
    _count: { contestants: size, votes: 1 },
  }));
  return {
    ...{
      id: ID,
      hostId: ID,
      title: '1'.repeat(255),
      description: '',
      startDate: DATE,
      endDate: DATE,
      votePrice: 0,
      bundles: [],
      windows: [],
      allowBallotChange: false,
      amendment: null,
      banner: null,
    },
    ...{
      status: 'ACTIVE',
      isPaused: false,
      open: true,
      reason: null,
      showResults: true,
      version: 1,
      totalVotes: 1,
    },
    ...{
      resultsFinal: false,
      provisional: false,
      paymentsWaiting: null,
      freeVotesPerHour: 10,
      verification: 'PHONE',
    },
    ...{ retentionMonths: 6, host: { id: ID, name: '2', logo: null, description: '' }, categories },
    _count: { categories: 2, contestants: 62, votes: 1 },
    ...fields,
  };
}

const NEAR_END = Date.parse(DATE);
const fields = Object.fromEntries(VOTE_FIELDS.map((name) => [name, '5'])) as VoteFields;
const proof = { key: '1', at: '2', sig: '3', own: '4' };
const everywhere = { search: '', category: 0, page: 1 };
const problem = problemOf(
  new AppError('OVERLOADED', {
    message: ERROR_MESSAGES.OVERLOADED,
    position: 2,
    retryAfter: 5,
    errors: ['voteCount', 'voterPhone', 'voterName', 'voterEmail', 'network', 'code', 'otp'].map((field) => ({
      field,
      message: castVoteRules.voterPhone.required,
    })),
  }),
);

function paymentPages(): string[] {
  const contest = aContest({ votePrice: 1 });
  const payment = (status: 'PENDING' | 'COMPLETED' | 'FAILED'): PaymentVerificationBody => ({
    ...{ success: status === 'COMPLETED', message: '3' },
    data: {
      ...{
        reference: '1-1',
        status,
        amount: 2,
        contestId: ID,
        receiptCode: '0000-0000',
        nothingTaken: true as const,
      },
      ...{ vote: { voteCount: 2, contestId: ID, contestant: { name: '4' } }, payment: { amount: 2, status } },
    },
  });
  const steps = [
    ...Object.keys(STEP_FIELDS),
    'approve_on_phone',
    'open_page',
    'wait',
    'done',
    'failed',
  ] as const;
  const shown = { contest, now: NEAR_END, asked: 0, proof, problem };
  return [
    goPage(contest, 'https://1.2.3.4/', 2, NEAR_END),
    ...(['COMPLETED', 'FAILED', 'PENDING'] as const).map((status) =>
      paymentPage({ ...shown, payment: payment(status), charge: null }),
    ),
    ...steps.map((step) => {
      const charge = { reference: '1-1', step, message: '5', url: 'https://1.2.3.4/' } as ChargePaymentResult;
      return paymentPage({ ...shown, payment: payment('PENDING'), charge, asked: 500 });
    }),
  ];
}

function pages(): string[] {
  const decisions = VOTE_DECISIONS.map((kind) => ({ kind, reason: '1', minute: '2026-12-01T18:00Z' }));
  const result = { votes: 1, receiptCode: '0000-0000', undone: null, reason: null, decisions };
  const contest = aContest();
  const paid = aContest({ votePrice: 1 });
  const [nominee] = contest.categories[0]?.contestants ?? [];
  if (!nominee) throw new Error('no nominee');
  const refusals = ['CONTEST_NOT_STARTED', 'CONTEST_PAUSED', 'CONTEST_ENDED', 'CONTEST_NOT_ACTIVE'] as const;
  const closed = refusals.map((reason) =>
    aContest({ open: false, reason, provisional: true, paymentsWaiting: 2 }),
  );
  const ways = { now: NEAR_END, canDial: true, dial: null };
  const listed = (['PHONE', 'ELECTORATE'] as const).map((verification) => aContest({ verification }));
  return [
    ...[
      contest,
      paid,
      aContest({ showResults: false }),
      aContest({ resultsFinal: true }),
      aContest({}, []),
      ...closed,
    ].flatMap((one) => [
      listPage(one, everywhere),
      listPage(one, { ...everywhere, category: 2, page: 2 }),
      listPage(one, { ...everywhere, search: '９', page: 2 }),
      listPage(one, { ...everywhere, search: 'none' }),
    ]),
    ...[contest, paid, ...listed, ...closed].flatMap((one) => [
      votePage({ contest: one, nominee, fields, proof, problem: null, ...ways }),
      votePage({ contest: one, nominee, fields, proof, problem, ...ways }),
    ]),
    codePage({ contest, nominee, fields, proof, problem, ...ways }),
    dialPage({ contest, nominee, fields, proof, problem, ...ways, dial: '*713*7*4821#' }),
    ...(['COMPLETED', 'PENDING', 'FAILED'] as const).flatMap((status) =>
      [0, 2].flatMap((amount) =>
        [nominee, null].map((one) => resultPage(contest, { ...result, amount, status, nominee: one })),
      ),
    ),
    ...HOLD_REASONS.map((reason) =>
      resultPage(contest, { ...result, amount: 0, status: 'PENDING', nominee, reason }),
    ),
    ...UNDONE_VOTES.map((undone) =>
      resultPage(contest, { ...result, amount: 0, status: 'FAILED', nominee, undone }),
    ),
    noticePage('1', '2'),
    ...paymentPages(),
  ];
}

/** What a person reads or hears of a page. */
function readable(html: string): string {
  const date = new Intl.DateTimeFormat('en', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' });
  const said = [...html.matchAll(/\s(?:alt|title|placeholder|aria-label)="([^"]*)"/g)]
    .map(([, text]) => text)
    .join(' ');
  const text = html.replace(/<style>.*?<\/style>/s, '').replace(/<[^>]+>/g, ' ');
  return `${text} ${said}`
    .replaceAll(date.format(new Date(DATE)), '')
    .replaceAll('GHS', '')
    .replace(/&#?\w+;/g, ' ');
}

it('every page of the light page says texts of the catalogue only', () => {
  const all = pages();
  expect(all.length).toBeGreaterThan(40);
  const plain = all.flatMap((page) => readable(page).match(/[A-Za-z]+/g) ?? []);
  expect([...new Set(plain)]).toEqual([]);
});

it('every page has at most 15 KB in a language that is a third longer', () => {
  expect(
    pages()
      .map((page) => Buffer.byteLength(page))
      .filter((bytes) => bytes > 15 * 1024),
  ).toEqual([]);
});
