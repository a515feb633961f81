import { always } from './healthy-world.js';
import { ALERT_FILES, alertRules } from './queries.js';
import { hasPromtool, ruleMistakes, type Values, type World } from './promtool.js';

/** Faults begin here; the hours before are healthy. promtool's time begins at 1970. */
const DAY = 86_400;
const BEGINS = 2 * DAY;
/** Below the five minutes for which Prometheus remembers a value. */
const SCRAPE = 240;

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
const FAULTS: Record<string, { what: string; changed: World; withinHours: number }[]> = {
  CertificateExpires: [
    {
      what: 'a certificate is not renewed',
      changed: { [CERTIFICATE]: always(BEGINS + 14 * DAY) },
      withinHours: 2,
    },
  ],
  DiskFull: [
    {
      what: 'a volume fills up',
      changed: { [volume('available')]: fromThen(always(5e9), always(40e9)) },
      withinHours: 1,
    },
  ],
  ReplicaBehind: [
    {
      what: 'a standby of CloudNativePG lags',
      changed: lags('cnpg_pg_replication_lag{namespace="abato",pod="db-2"}'),
      withinHours: 1,
    },
    {
      what: 'a standby seen by postgres_exporter lags',
      changed: lags('pg_replication_lag_seconds{namespace="abato",instance="db-2"}'),
      withinHours: 1,
    },
  ],
  RedisMemory: [
    {
      what: 'Redis fills up',
      changed: { [redis('used')]: fromThen(always(3.6e9), always(1e9)) },
      withinHours: 1,
    },
  ],
  BackupOld: [
    {
      what: 'backups fail from now on',
      changed: { [BACKUP]: (second) => Math.min(nightly(second), BEGINS - DAY) },
      withinHours: 3,
    },
    { what: 'no backup has ever succeeded', changed: { [BACKUP]: () => null }, withinHours: 1 },
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

  it('finds every alert about infrastructure silent in health, and where no exporter is', () => {
    const hours = [1, 20, 30, 49];
    const expected = rules.flatMap(({ alert }) =>
      hours.map((hour) => ({ at: hour * 3_600, alert, fires: false })),
    );
    const unrelated = { 'kube_cronjob_created{namespace="abato",cronjob="another"}': always(0) };
    for (const world of [HEALTHY, unrelated])
      expect(ruleMistakes([{ scrape: SCRAPE, world, expected }], rules, SCRAPE)).toBe('');
  });

  const cases = Object.entries(FAULTS).flatMap(([alert, faults]) =>
    faults.map((fault) => ({ alert, ...fault })),
  );
  it.each(cases)(
    'finds $alert firing within $withinHours h when $what',
    ({ alert, changed, withinHours }) => {
      const expected = [{ at: BEGINS + withinHours * 3_600, alert, fires: true }];
      expect(
        ruleMistakes([{ scrape: SCRAPE, world: { ...HEALTHY, ...changed }, expected }], rules, SCRAPE),
      ).toBe('');
    },
  );
});
