import {
  always,
  backlog,
  both,
  calls,
  cast,
  castsTake,
  fanoutTakes,
  grows,
  older,
  ofEach,
  seriesOf,
  settleTakes,
} from './healthy-world.js';
import { crashLoop, type Fault, fromThen, gone, ofRole, startedNow, within } from './faulty-world.js';

/** For each alert what it is there for. */
export const FAULTS: Record<string, Fault[]> = {
  ApiDown: [
    within(3, 'no API answers', startedNow('api', gone)),
    within(3, 'one of two APIs answers', {
      [seriesOf('abato_process_started_seconds', '10.1.1.1:9464', 'process="api"')]: fromThen(
        gone,
        always(720),
      ),
    }),
    within(3, 'no API of the role cast answers, others do', {
      ...ofRole('cast', fromThen(gone, always(0))),
      ...ofRole('web', always(0)),
    }),
  ],
  WorkersDown: [within(3, 'no worker answers', startedNow('worker', gone))],
  ProcessRestarts: [
    within(13, 'both APIs crash 40 s after each start', startedNow('api', crashLoop(40, 60))),
    within(13, 'both APIs run for 70 of 100 s', startedNow('api', crashLoop(70, 100))),
    within(13, 'the workers are killed every 2 minutes', startedNow('worker', crashLoop(110, 120))),
  ],
  PostgresDown: [within(3, 'PostgreSQL is away', both('abato_part_works', 'part="postgresql"', always(0)))],
  MigrationsMissing: [
    within(13, 'a migration is missing', both('abato_part_works', 'part="migrations"', always(0))),
  ],
  RedisDown: [
    within(4, 'Redis is away', both('abato_part_works', 'part="redis"', always(0))),
    within(
      4,
      'Redis is a cluster, and no process knows it',
      both('abato_part_works', 'part="redis-cluster"', always(0)),
    ),
  ],
  RedisEvicts: [
    within(4, 'Redis may drop keys', both('abato_part_works', 'part="redis-eviction"', always(0))),
  ],
  VotesRefused: [
    within(
      4,
      'votes are refused for a minute',
      cast(503, (at) => Math.min(at, 60) * 5),
    ),
  ],
  ServerErrors: [within(6, 'casts fail', cast(500, grows(60)))],
  SlowCasts: [within(13, 'casts take a second', castsTake(0.9))],
  OneAddress: [
    within(11, 'the proxy’s address is taken for every voter’s', {
      ...ofEach('api', 'abato_client_addresses_total', 'kind="private"', grows(600)),
      ...ofEach('api', 'abato_client_addresses_total', 'kind="public"', always(0)),
    }),
  ],
  TallyBehind: [within(3, 'nothing is tallied', backlog('tally_outbox', 900, older(0)))],
  QueueOld: [
    within(5, 'a job waits', ofEach('worker', 'abato_queue_oldest_seconds', 'queue="payments"', older(0))),
  ],
  FanoutSlow: [within(9, 'counts arrive late', fanoutTakes(4))],
  SocketsFull: [
    within(4, 'many viewers come', ofEach('api', 'abato_sockets', '', always(4_800))),
    within(
      4,
      'a process takes fewer than others do, and has most of them',
      ofEach('api', 'abato_sockets_limit', '', always(2_000)),
    ),
  ],
  EventLoopBlocked: [
    within(5, 'a loop is blocked', both('nodejs_eventloop_lag_p99_seconds', '', always(0.4))),
  ],
  PoolExhausted: [
    within(
      4,
      'requests wait for connections',
      both('abato_database_connections', 'pool="hot",state="waiting"', always(40)),
    ),
  ],
  PaymentNeedsPerson: [
    within(
      3,
      'one payment contradicts the books for the first time',
      ofEach('worker', 'abato_payment_alerts_total', 'situation="paid-otherwise"', always(1)),
    ),
    within(3, 'a payment is held', ofEach('worker', 'abato_payments', 'state="REVIEW"', always(1))),
  ],
  ProviderNearLimit: [
    within(
      6,
      'payments are begun at 94 % of their pace, with a third of all calls used',
      calls('charge', 'ok', grows(95)),
    ),
    within(
      6,
      'checks and payments together use 87 % of all calls, and payers 60 % of their pace',
      calls('verify', 'ok', grows(200)),
    ),
  ],
  PayersHeldBack: [within(6, 'three of five payers are held back', calls('charge', 'held-back', grows(90)))],
  SettleSlow: [within(17, 'paid votes wait', settleTakes(200))],
  WebhooksWait: [within(5, 'the inbox is not read', backlog('webhook_inbox', 200, always(4_000)))],
  WebhooksSetAside: [within(3, 'a webhook failed ten times', backlog('webhooks_set_aside', 1, always(60)))],
  LogDiffers: [
    within(
      18,
      'the ledger of a contest was changed',
      ofEach('worker', 'abato_log_differences_rows', '', always(1)),
    ),
    within(
      21,
      'logs are no longer compared',
      ofEach('worker', 'abato_log_comparison_oldest_seconds', '', older(10_700)),
    ),
  ],
  SettlementsUnexplained: [
    within(
      8,
      'a payout has not been explained for more than a day',
      backlog('settlement_differences', 1, older(86_000)),
    ),
  ],
  SettlementsUnread: [
    within(
      5,
      'the settlements of a host have failed to be read for half a day',
      ofEach('worker', 'abato_settlements_unread_seconds', 'account="hosts"', older(115_000)),
    ),
    within(
      5,
      'those of the platform have',
      ofEach('worker', 'abato_settlements_unread_seconds', 'account="platform"', older(115_000)),
    ),
  ],
  StatementsFailing: [
    within(
      10,
      'a statement cannot be made',
      ofEach('worker', 'abato_statement_runs_failed_total', '', (at) => at / 60),
    ),
  ],
  WebhookSignatures: [
    within(
      5,
      'the key was changed at the provider',
      ofEach('api', 'abato_webhooks_received_total', 'result="bad_signature"', (at) => 1 + at / 6),
    ),
  ],
  ProviderFailing: [within(9, 'half of the calls get no answer', calls('charge', 'unknown', grows(60)))],
  PaymentsRefused: [
    within(3, 'the provider answers one 401', calls('initialize', 'unauthorized', always(1))),
    within(6, 'the provider refuses half of the payments', calls('charge', 'rejected', grows(60))),
  ],
  ProviderLimit: [within(3, 'the provider answers one 429', calls('charge', 'rate-limited', always(1)))],
  MailsWait: [within(13, 'mails wait', backlog('mail_outbox', 40, always(2_000)))],
  ReceiptsWait: [within(13, 'receipts wait', backlog('sms_outbox', 40, always(2_000)))],
  UssdPromptsWait: [within(4, 'no worker sends prompts', backlog('ussd_charges', 40, always(300)))],
  UssdPromptsGivenUp: [
    within(
      8,
      'the provider refuses every second prompt',
      ofEach('worker', 'abato_ussd_charges_total', 'outcome="given-up"', grows(60)),
    ),
  ],
  ScrapeErrors: [
    within(
      9,
      'a metric fails at every scrape',
      both('abato_scrape_errors_total', '', (at) => at / 15),
    ),
  ],
};
