import type { Values, World } from './promtool.js';

/** Series of two APIs and two workers on an ordinary evening, as Prometheus stores them. */

export const always =
  (value: number): Values =>
  () =>
    value;
/** A counter. @param perMinute its growth */
export const grows =
  (perMinute: number): Values =>
  (second) =>
    Math.floor((second * perMinute) / 60);

/** A time that passes. @param seconds that have passed at the beginning */
export const older =
  (seconds: number): Values =>
  (second) =>
    seconds + second;

type Pod = [name: 'api' | 'worker', instance: string];
export const PODS: readonly Pod[] = [
  ['api', '10.1.0.1:9464'],
  ['api', '10.1.0.2:9464'],
  ['worker', '10.1.0.3:9464'],
  ['worker', '10.1.0.4:9464'],
];

/** A series of one pod in the product's namespace. */
export const seriesOf = (metric: string, instance: string, labels = ''): string =>
  `${metric}{namespace="abato",instance="${instance}"${labels && `,${labels}`}}`;

/** The same values for every pod of a process. */
export const ofEach = (process: 'api' | 'worker', metric: string, labels: string, values: Values): World =>
  Object.fromEntries(
    PODS.filter(([name]) => name === process).map(([, instance]) => [
      seriesOf(metric, instance, labels),
      values,
    ]),
  );

export const both = (metric: string, labels: string, values: Values): World => ({
  ...ofEach('api', metric, labels, values),
  ...ofEach('worker', metric, labels, values),
});

export const started = (process: 'api' | 'worker', values: Values): World =>
  ofEach(process, 'abato_process_started_seconds', `process="${process}"`, values);

const CAST = 'route="/api/votes/cast",method="POST"';
export const request = (labels: string, perMinute: number): World =>
  ofEach('api', 'abato_http_request_seconds_count', labels, grows(perMinute));
export const cast = (status: number, values: Values): World =>
  ofEach('api', 'abato_http_request_seconds_count', `${CAST},status="${status}"`, values);
/** Calls to the provider from the APIs. */
export const calls = (call: string, outcome: string, values: Values): World =>
  ofEach('api', 'abato_provider_call_seconds_count', `call="${call}",outcome="${outcome}"`, values);

/** Buckets of a histogram in which all observations have the same value. */
export function histogram(
  metric: string,
  labels: string,
  { seconds, buckets, perMinute }: { seconds: number; buckets: number[]; perMinute: number },
): World {
  return Object.assign(
    {},
    ...[...buckets, Infinity].map((le) =>
      both(
        `${metric}_bucket`,
        `${labels && `${labels},`}le="${le === Infinity ? '+Inf' : le}"`,
        grows(le >= seconds ? perMinute : 0),
      ),
    ),
  ) as World;
}
const CAST_BUCKETS = [0.001, 0.01, 0.1, 0.25, 0.5, 1, 2.5, 10];
export const castsTake = (seconds: number): World =>
  histogram('abato_http_request_seconds', `${CAST},status="201"`, {
    seconds,
    buckets: CAST_BUCKETS,
    perMinute: 600,
  });
export const fanoutTakes = (seconds: number): World =>
  histogram('abato_fanout_delay_seconds', '', { seconds, buckets: [0.1, 0.5, 1, 2.5, 5], perMinute: 240 });
export const settleTakes = (seconds: number): World =>
  histogram('abato_payment_confirm_seconds', '', {
    seconds,
    buckets: [1, 5, 15, 30, 60, 300],
    perMinute: 20,
  });

export const backlog = (name: string, rows: number, seconds: Values): World => ({
  ...ofEach('worker', `abato_${name}_rows`, '', always(rows)),
  ...ofEach('worker', `abato_${name}_oldest_seconds`, '', seconds),
});

const FOREIGN = 'namespace="other",instance="10.9.0.1:9464"';
/** Another product's, and another installation's in trouble: no alert of ours may look at them. */
const strangers: World = {
  [`abato_process_started_seconds{${FOREIGN},process="api"}`]: (second) => second,
  [`abato_part_works{${FOREIGN},part="postgresql"}`]: always(0),
  [`abato_part_works{${FOREIGN},part="redis"}`]: always(0),
  [`abato_http_request_seconds_count{${FOREIGN},${CAST},status="503"}`]: grows(600),
  [`abato_http_request_seconds_count{${FOREIGN},${CAST},status="500"}`]: grows(6000),
  [`abato_tally_outbox_oldest_seconds{${FOREIGN}}`]: always(600),
  [`nodejs_eventloop_lag_p99_seconds{${FOREIGN}}`]: always(9),
  [`abato_provider_call_seconds_count{${FOREIGN},call="charge",outcome="held-back"}`]: grows(900),
  [`abato_provider_call_seconds_count{${FOREIGN},call="charge",outcome="ok"}`]: grows(900),
  [`abato_provider_calls_per_minute_limit{${FOREIGN},calls="begin"}`]: always(3),
  [`abato_scrape_errors_total{${FOREIGN}}`]: grows(60),
};

/** A release in the middle of the evening: pods of the second version come at minute 12, those of the first go half a minute later. */
function rollout(): World {
  const second = (name: 'api' | 'worker', instance: string): World => ({
    [seriesOf('abato_process_started_seconds', instance, `process="${name}"`)]: (at) =>
      at < 725 ? null : 720,
    [seriesOf('abato_part_works', instance, 'part="postgresql"')]: (at) => (at < 725 ? null : 1),
    [seriesOf('abato_http_request_seconds_count', instance, `${CAST},status="503"`)]: (at) =>
      at < 725 ? null : 0,
  });
  const first =
    (values: Values): Values =>
    (at) =>
      at > 760 ? null : values(at);
  return {
    ...started('api', first(always(0))),
    ...started('worker', first(always(0))),
    ...second('api', '10.1.1.1:9464'),
    ...second('api', '10.1.1.2:9464'),
    ...second('worker', '10.1.1.3:9464'),
    ...second('worker', '10.1.1.4:9464'),
  };
}

export const HEALTHY: World = {
  ...strangers,
  ...started('api', always(0)),
  ...started('worker', always(0)),
  ...both('abato_part_works', 'part="postgresql"', always(1)),
  ...both('abato_part_works', 'part="migrations"', always(1)),
  ...both('abato_part_works', 'part="redis"', always(1)),
  ...both('abato_part_works', 'part="redis-eviction"', always(1)),
  ...both('abato_part_works', 'part="redis-cluster"', always(1)),
  ...both('abato_scrape_errors_total', '', always(0)),
  ...both('nodejs_eventloop_lag_p99_seconds', '', always(0.02)),
  ...both('abato_database_connections', 'pool="hot",state="waiting"', always(0)),
  ...cast(201, grows(600)),
  ...cast(429, grows(30)),
  ...cast(503, always(0)),
  ...cast(500, always(0)),
  ...request('route="/api/contests/public",method="GET",status="200"', 900),
  ...castsTake(0.02),
  ...fanoutTakes(0.2),
  ...settleTakes(4),
  ...ofEach('api', 'abato_client_addresses_total', 'kind="public"', grows(600)),
  ...ofEach('api', 'abato_client_addresses_total', 'kind="private"', grows(5)),
  ...ofEach('api', 'abato_client_addresses_total', 'kind="unlisted-proxy"', always(0)),
  ...ofEach('api', 'abato_sockets', '', always(1_800)),
  ...ofEach('api', 'abato_sockets_limit', '', always(6_000)),
  ...backlog('tally_outbox', 3, always(0.4)),
  ...backlog('webhook_inbox', 2, always(3_600)),
  ...backlog('webhooks_set_aside', 0, always(0)),
  ...backlog('settlement_differences', 1, always(3_600)),
  ...ofEach('worker', 'abato_log_differences_rows', '', always(0)),
  ...ofEach('worker', 'abato_log_comparison_oldest_seconds', '', always(3_600)),
  // Read once a day, and at the second try today.
  ...ofEach('worker', 'abato_settlements_unread_seconds', 'account="hosts"', always(75_000)),
  ...ofEach('worker', 'abato_settlements_unread_seconds', 'account="platform"', always(72_000)),
  // The database was away for a minute.
  ...ofEach('worker', 'abato_statement_runs_failed_total', '', (at) => (at < 300 ? 0 : 1)),
  ...backlog('mail_outbox', 1, always(4)),
  ...backlog('sms_outbox', 1, always(4)),
  ...backlog('ussd_charges', 2, always(3)),
  ...ofEach('worker', 'abato_ussd_charges_total', 'outcome="sent"', grows(60)),
  ...ofEach('worker', 'abato_ussd_charges_total', 'outcome="given-up"', grows(1)),
  ...ofEach('worker', 'abato_queue_oldest_seconds', 'queue="payments"', always(1)),
  ...ofEach('worker', 'abato_payment_alerts_total', 'situation="paid-otherwise"', always(0)),
  ...ofEach('worker', 'abato_payments', 'state="REVIEW"', always(0)),
  ...ofEach('worker', 'abato_payments', 'state="PROVIDER_PENDING"', always(14)),
  ...ofEach('api', 'abato_webhooks_received_total', 'result="kept"', grows(20)),
  ...ofEach('api', 'abato_webhooks_received_total', 'result="bad_signature"', (at) => (at < 300 ? 0 : 1)),
  ...calls('charge', 'ok', grows(60)),
  ...calls('charge', 'held-back', grows(3)),
  ...calls('charge', 'unknown', grows(1)),
  ...calls('charge', 'rate-limited', always(0)),
  ...calls('charge', 'rejected', always(1)),
  ...calls('charge', 'declined', grows(1)),
  ...calls('initialize', 'unauthorized', always(0)),
  ...calls('verify', 'ok', grows(20)),
  // Two APIs: 61 payments a minute each are 60 % of their pace, all calls 27 % of the account's.
  ...both('abato_provider_calls_per_minute_limit', 'calls="all"', always(600)),
  ...both('abato_provider_calls_per_minute_limit', 'calls="begin"', always(203)),
  ...rollout(),
};
