import {
  always,
  backlog,
  both,
  calls,
  cast,
  castsTake,
  fanoutTakes,
  grows,
  ofEach,
  seriesOf,
  settleTakes,
} from './healthy-world.js';
import { crashLoop, type Fault, fromThen, gone, ofRole, startedNow } from './faulty-world.js';

/** For each alert what it is there for. */
export const FAULTS: Record<string, Fault[]> = {
  ApiDown: [
    { what: 'no API answers', changed: startedNow('api', gone), withinMinutes: 3 },
    {
      what: 'one of two APIs answers',
      changed: {
        [seriesOf('abato_process_started_seconds', '10.1.1.1:9464', 'process="api"')]: fromThen(
          gone,
          always(720),
        ),
      },
      withinMinutes: 3,
    },
    {
      what: 'no API of the role cast answers, others do',
      changed: { ...ofRole('cast', fromThen(gone, always(0))), ...ofRole('web', always(0)) },
      withinMinutes: 3,
    },
  ],
  WorkersDown: [{ what: 'no worker answers', changed: startedNow('worker', gone), withinMinutes: 3 }],
  ProcessRestarts: [
    {
      what: 'both APIs crash 40 s after each start',
      changed: startedNow('api', crashLoop(40, 60)),
      withinMinutes: 13,
    },
    {
      what: 'both APIs run for 70 of 100 s',
      changed: startedNow('api', crashLoop(70, 100)),
      withinMinutes: 13,
    },
    {
      what: 'the workers are killed every 2 minutes',
      changed: startedNow('worker', crashLoop(110, 120)),
      withinMinutes: 13,
    },
  ],
  PostgresDown: [
    {
      what: 'PostgreSQL is away',
      changed: both('abato_part_works', 'part="postgresql"', always(0)),
      withinMinutes: 3,
    },
  ],
  MigrationsMissing: [
    {
      what: 'a migration is missing',
      changed: both('abato_part_works', 'part="migrations"', always(0)),
      withinMinutes: 13,
    },
  ],
  RedisDown: [
    { what: 'Redis is away', changed: both('abato_part_works', 'part="redis"', always(0)), withinMinutes: 4 },
    {
      what: 'Redis is a cluster, and no process knows it',
      changed: both('abato_part_works', 'part="redis-cluster"', always(0)),
      withinMinutes: 4,
    },
  ],
  RedisEvicts: [
    {
      what: 'Redis may drop keys',
      changed: both('abato_part_works', 'part="redis-eviction"', always(0)),
      withinMinutes: 4,
    },
  ],
  VotesRefused: [
    {
      what: 'votes are refused for a minute',
      changed: cast(503, (at) => Math.min(at, 60) * 5),
      withinMinutes: 4,
    },
  ],
  ServerErrors: [{ what: 'casts fail', changed: cast(500, grows(60)), withinMinutes: 6 }],
  SlowCasts: [{ what: 'casts take a second', changed: castsTake(0.9), withinMinutes: 13 }],
  OneAddress: [
    {
      what: 'the proxy’s address is taken for every voter’s',
      changed: {
        ...ofEach('api', 'abato_client_addresses_total', 'kind="private"', grows(600)),
        ...ofEach('api', 'abato_client_addresses_total', 'kind="public"', always(0)),
      },
      withinMinutes: 11,
    },
  ],
  TallyBehind: [
    { what: 'nothing is folded', changed: backlog('tally_outbox', 900, (at) => at), withinMinutes: 3 },
  ],
  QueueOld: [
    {
      what: 'a job waits',
      changed: ofEach('worker', 'abato_queue_oldest_seconds', 'queue="payments"', (at) => at),
      withinMinutes: 5,
    },
  ],
  FanoutSlow: [{ what: 'counts arrive late', changed: fanoutTakes(4), withinMinutes: 9 }],
  SocketsFull: [
    {
      what: 'many viewers come',
      changed: ofEach('api', 'abato_sockets', '', always(4_800)),
      withinMinutes: 4,
    },
    {
      what: 'a process takes fewer than others do, and has most of them',
      changed: ofEach('api', 'abato_sockets_limit', '', always(2_000)),
      withinMinutes: 4,
    },
  ],
  EventLoopBlocked: [
    {
      what: 'a loop is blocked',
      changed: both('nodejs_eventloop_lag_p99_seconds', '', always(0.4)),
      withinMinutes: 5,
    },
  ],
  PoolExhausted: [
    {
      what: 'requests wait for connections',
      changed: both('abato_database_connections', 'pool="hot",state="waiting"', always(40)),
      withinMinutes: 4,
    },
  ],
  PaymentNeedsPerson: [
    {
      what: 'one payment contradicts the books for the first time',
      changed: ofEach('worker', 'abato_payment_alerts_total', 'situation="paid-otherwise"', always(1)),
      withinMinutes: 3,
    },
    {
      what: 'a payment is held',
      changed: ofEach('worker', 'abato_payments', 'state="REVIEW"', always(1)),
      withinMinutes: 3,
    },
  ],
  ProviderNearLimit: [
    {
      what: 'payments are begun at 94 % of their pace, with a third of all calls used',
      changed: calls('charge', 'ok', grows(95)),
      withinMinutes: 6,
    },
    {
      what: 'checks and payments together use 87 % of all calls, and payers 60 % of their pace',
      changed: calls('verify', 'ok', grows(200)),
      withinMinutes: 6,
    },
  ],
  PayersHeldBack: [
    {
      what: 'three of five payers are held back',
      changed: calls('charge', 'held-back', grows(90)),
      withinMinutes: 6,
    },
  ],
  SettleSlow: [{ what: 'paid votes wait', changed: settleTakes(200), withinMinutes: 17 }],
  WebhooksWait: [
    {
      what: 'the inbox is not read',
      changed: backlog('webhook_inbox', 200, always(4_000)),
      withinMinutes: 5,
    },
  ],
  WebhooksSetAside: [
    {
      what: 'a webhook failed ten times',
      changed: backlog('webhooks_set_aside', 1, always(60)),
      withinMinutes: 3,
    },
  ],
  LogDiffers: [
    {
      what: 'the ledger of a contest was changed',
      changed: ofEach('worker', 'abato_log_differences_rows', '', always(1)),
      withinMinutes: 18,
    },
    {
      what: 'logs are no longer compared',
      changed: ofEach('worker', 'abato_log_comparison_oldest_seconds', '', (at) => 10_700 + at),
      withinMinutes: 21,
    },
  ],
  SettlementsUnexplained: [
    {
      what: 'a payout has not been explained for more than a day',
      changed: backlog('settlement_differences', 1, (at) => 86_000 + at),
      withinMinutes: 8,
    },
  ],
  SettlementsUnread: [
    {
      what: 'the settlements of a host have failed to be read for half a day',
      changed: ofEach('worker', 'abato_settlements_unread_seconds', 'account="hosts"', (at) => 115_000 + at),
      withinMinutes: 5,
    },
    {
      what: 'those of the platform have',
      changed: ofEach(
        'worker',
        'abato_settlements_unread_seconds',
        'account="platform"',
        (at) => 115_000 + at,
      ),
      withinMinutes: 5,
    },
  ],
  StatementsFailing: [
    {
      what: 'a statement cannot be made',
      changed: ofEach('worker', 'abato_statement_runs_failed_total', '', (at) => at / 60),
      withinMinutes: 10,
    },
  ],
  WebhookSignatures: [
    {
      what: 'the key was changed at the provider',
      changed: ofEach('api', 'abato_webhooks_received_total', 'result="bad_signature"', (at) => 1 + at / 6),
      withinMinutes: 5,
    },
  ],
  ProviderFailing: [
    {
      what: 'half of the calls get no answer',
      changed: calls('charge', 'unknown', grows(60)),
      withinMinutes: 9,
    },
  ],
  PaymentsRefused: [
    {
      what: 'the provider answers one 401',
      changed: calls('initialize', 'unauthorized', always(1)),
      withinMinutes: 3,
    },
    {
      what: 'the provider refuses half of the payments',
      changed: calls('charge', 'rejected', grows(60)),
      withinMinutes: 6,
    },
  ],
  ProviderLimit: [
    {
      what: 'the provider answers one 429',
      changed: calls('charge', 'rate-limited', always(1)),
      withinMinutes: 3,
    },
  ],
  MailsWait: [{ what: 'mails wait', changed: backlog('mail_outbox', 40, always(2_000)), withinMinutes: 13 }],
  ReceiptsWait: [
    { what: 'receipts wait', changed: backlog('sms_outbox', 40, always(2_000)), withinMinutes: 13 },
  ],
  UssdPromptsWait: [
    { what: 'no worker sends prompts', changed: backlog('ussd_charges', 40, always(300)), withinMinutes: 4 },
  ],
  UssdPromptsGivenUp: [
    {
      what: 'the provider refuses every second prompt',
      changed: ofEach('worker', 'abato_ussd_charges_total', 'outcome="given-up"', grows(60)),
      withinMinutes: 8,
    },
  ],
  ScrapeErrors: [
    {
      what: 'a metric fails at every scrape',
      changed: both('abato_scrape_errors_total', '', (at) => at / 15),
      withinMinutes: 9,
    },
  ],
};
