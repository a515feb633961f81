import { always } from './healthy-world.js';
import { casesOf, type Fault, within } from './faulty-world.js';
import { ALERT_FILES, alertRules } from './queries.js';
import { hasPromtool, ruleMistakes, type Values, type World } from './promtool.js';

const HOUR = 3_600;
const DAY = 24 * HOUR;
/** Faults begin here; the hours before are healthy. promtool's time begins at 1970, and what happened before has negative times. */
const BEGINS = 2 * HOUR;
const SCRAPES = [15, 30, 60];
/** Days cost time: below the five minutes for which Prometheus remembers a value. */
const SELDOM_SECONDS = 240;

const fromThen =
  (values: Values, before: Values): Values =>
  (second) =>
    second < BEGINS ? before(second) : values(second);

const CERTIFICATE =
  'certmanager_certificate_expiration_timestamp_seconds{namespace="abato",name="abato-tls"}';
const volume = (what: string): string =>
  `kubelet_volume_stats_${what}_bytes{namespace="abato",persistentvolumeclaim="backups"}`;
const BACKUP = 'kube_cronjob_status_last_successful_time{namespace="abato",cronjob="backup"}';
const CREATED = 'kube_cronjob_created{namespace="abato",cronjob="backup"}';
const redis = (what: string): string => `redis_memory_${what}_bytes{namespace="abato",pod="redis-0"}`;
const nightly = (second: number): number => Math.floor(second / DAY) * DAY;

const HEALTHY: World = {
  [CERTIFICATE]: always(60 * DAY),
  [volume('available')]: always(40e9),
  [volume('capacity')]: always(50e9),
  'cnpg_pg_replication_lag{namespace="abato",pod="db-2"}': always(0.2),
  'pg_replication_lag_seconds{namespace="abato",instance="db-2"}': always(0.2),
  [redis('used')]: always(1e9),
  [redis('max')]: always(4e9),
  [CREATED]: always(0),
  [BACKUP]: nightly,
  // Without a limit there is no share of it.
  'redis_memory_used_bytes{namespace="abato",pod="redis-1"}': always(3e9),
  'redis_memory_max_bytes{namespace="abato",pod="redis-1"}': always(0),
  // Others' trouble.
  'certmanager_certificate_expiration_timestamp_seconds{namespace="other",name="x"}': always(0),
  'kubelet_volume_stats_available_bytes{namespace="other",persistentvolumeclaim="x"}': always(0),
  'kubelet_volume_stats_capacity_bytes{namespace="other",persistentvolumeclaim="x"}': always(1),
  'cnpg_pg_replication_lag{namespace="other",pod="x"}': always(900),
  'kube_cronjob_created{namespace="abato",cronjob="another"}': always(0),
};

const lags = (series: string): World => ({ [series]: fromThen(always(90), always(0.2)) });
const FAULTS: Record<string, Fault[]> = {
  CertificateExpires: [
    within(63, 'a certificate is not renewed', { [CERTIFICATE]: always(BEGINS + 14 * DAY) }),
  ],
  DiskFull: [within(8, 'a volume fills up', { [volume('available')]: fromThen(always(5e9), always(40e9)) })],
  ReplicaBehind: [
    within(
      5,
      'a standby of CloudNativePG lags',
      lags('cnpg_pg_replication_lag{namespace="abato",pod="db-2"}'),
    ),
    within(
      5,
      'a standby seen by postgres_exporter lags',
      lags('pg_replication_lag_seconds{namespace="abato",instance="db-2"}'),
    ),
  ],
  RedisMemory: [within(5, 'Redis fills up', { [redis('used')]: fromThen(always(3.6e9), always(1e9)) })],
  BackupOld: [
    within(128, 'backups fail from now on', { [BACKUP]: always(BEGINS - DAY) }),
    within(8, 'no backup has ever succeeded', {
      [BACKUP]: () => null,
      [CREATED]: always(BEGINS - 26 * HOUR),
    }),
  ],
};

it('has a fault for every alert about infrastructure', () => {
  const alerts = alertRules('infrastructure').map(({ alert }) => alert);
  expect(Object.keys(FAULTS).sort()).toEqual(alerts.sort());
});

it('has no name twice in its files', () => {
  const names = ALERT_FILES.flatMap((file) => alertRules(file).map(({ alert }) => alert));
  expect(new Set(names).size).toBe(names.length);
});

it('looks at the product’s own namespace only', () => {
  for (const { expr } of alertRules('infrastructure')) {
    const selectors = expr.match(/\b[a-z]+_[a-z0-9_]+\{[^}]*\}/g) ?? [];
    expect(selectors.length).toBeGreaterThan(0);
    for (const selector of selectors) expect(selector).toContain('{namespace="abato"');
  }
});

(hasPromtool ? describe : describe.skip)('promtool', () => {
  const rules = alertRules('infrastructure');

  const healthy = [
    ...SCRAPES.map((scrape) => ({ what: 'for hours', scrape, hours: [1, 2, 4], evaluations: undefined })),
    { what: 'for two days', scrape: SELDOM_SECONDS, hours: [1, 20, 30, 49], evaluations: SELDOM_SECONDS },
  ];
  it.each(healthy)(
    'finds every alert about infrastructure silent $what of health, and where no exporter is, at a scrape every $scrape s',
    ({ scrape, hours, evaluations }) => {
      const expected = rules.flatMap(({ alert }) =>
        hours.map((hour) => ({ at: hour * HOUR, alert, fires: false })),
      );
      const unrelated = { 'kube_cronjob_created{namespace="abato",cronjob="another"}': always(0) };
      for (const world of [HEALTHY, unrelated])
        expect(ruleMistakes([{ scrape, world, expected }], rules, evaluations)).toBe('');
    },
  );

  it.each(casesOf(FAULTS))(
    'finds $alert silent before and firing within $withinMinutes min when $what, at any scrape interval',
    ({ alert, changed, withinMinutes }) => {
      const world = { ...HEALTHY, ...changed };
      const expected = [
        { at: BEGINS - 15, alert, fires: false },
        { at: BEGINS + withinMinutes * 60, alert, fires: true },
      ];
      const tests = SCRAPES.map((scrape) => ({ scrape, world, expected }));
      expect(ruleMistakes(tests, rules)).toBe('');
    },
  );
});
