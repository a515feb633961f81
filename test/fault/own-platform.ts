import { hasPromtool } from '../operators/promtool.js';
import { startApiProcess } from '../support/api-process.js';
import { closeDatabase } from '../support/builders.js';
import { ApiClient } from '../support/http.js';
import { type Exposition, firing, largest, scrape, scrapeHealthy } from '../support/live-alerts.js';
import { startPlatform, type TestPlatform } from '../support/platform.js';
import { usePlatform } from '../support/state.js';

/** The platform that a file of tests breaks: set before its first test. Each file that imports this module has its own. */
export let running: TestPlatform;
/** The other API process of the installation: with one alone an alert fires. */
export let second: TestPlatform;
export let api: ApiClient;

type Settings = Record<string, string>;

/**
 * Registers the hooks that start the platform of a file and end it. What must end before the platform is ended in hooks registered before.
 * @param settings of all processes; a function where other servers of the test have to listen first
 */
export function useOwnPlatform(
  settings: Settings | (() => Settings) = {},
  options?: Parameters<typeof startPlatform>[1],
): void {
  beforeAll(async () => {
    running = await startPlatform(typeof settings === 'function' ? settings() : settings, options);
    usePlatform(running.state);
    api = new ApiClient(running.baseUrl);
  });
  afterAll(async () => {
    await closeDatabase();
    await second?.platform.destroy();
    await running?.platform.destroy();
  });
}

/** Registers the hook that starts the other API process, after {@link useOwnPlatform}, which ends it. */
export function useSecondApi(settings: Settings = {}): void {
  beforeAll(async () => void (second = await startApiProcess(settings)));
}

/** Metrics of processes that a test starts besides. */
export const others: string[] = [];
export const processes = () => [
  running.state.metricsUrl,
  second.state.metricsUrl,
  running.state.workerMetricsUrl,
  ...others,
];

export const metrics = () => scrape(processes());
/** The metrics once all parts work and they show something. @param what it is, for the message of a failure */
export const healthy = (shows?: (told: Exposition[]) => boolean, what?: string) =>
  scrapeHealthy(processes(), shows, what);
/** The metrics once the largest value of a series is at least this much. */
export const reaching = (series: string, least: number) =>
  healthy((told) => largest(told, series) >= least, `${series} of ${least}`);
/** The metrics once the largest value of a series is this one. */
export const until = (series: string, value: number) =>
  healthy((told) => largest(told, series) === value, `${series} of ${value}`);

/** These alerts fire in the fault and no others, none does before it, and none after it where `healed` is given. */
export function expectAlerts(
  alerts: string[],
  before: readonly Exposition[],
  during: readonly Exposition[],
  course: Parameters<typeof firing>[2] = {},
): void {
  if (!hasPromtool) return;
  const found = firing(before, during, course);
  expect(found).toEqual({ before: [], during: alerts, ...(course.healed && { healed: [] }) });
}
