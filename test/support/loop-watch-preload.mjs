import { subscribe } from 'node:diagnostics_channel';
import { appendFileSync, readFileSync } from 'node:fs';
import { performance, PerformanceObserver } from 'node:perf_hooks';

/**
 * Loaded into an API process under test before its own code (`NODE_OPTIONS=--import …`): writes a line of JSON to the file
 * `ABATO_LOOP_WATCH` for each turn of the event loop that took long, with what it took. A busy machine makes turns long without any
 * work: `ownMs` is the processor time of the loop's own thread (Linux; elsewhere of the whole process), which does not count that.
 */
const FILE = process.env.ABATO_LOOP_WATCH;
const EVERY_MS = 5;
/** Shorter turns are not written down. */
const LEAST_MS = 20;
const NS_PER_MS = 1e6;

/** @returns processor time, and time spent ready but without a processor, of this thread in ms */
function threadTimes() {
  try {
    const [ran, waited] = readFileSync('/proc/thread-self/schedstat', 'utf8').split(' ').map(Number);
    return { ran: ran / NS_PER_MS, waited: waited / NS_PER_MS };
  } catch {
    const { user, system } = process.cpuUsage();
    return { ran: (user + system) / 1000, waited: 0 };
  }
}

function watch() {
  appendFileSync(FILE, '');
  let [at, last, utilization] = [performance.now(), threadTimes(), performance.eventLoopUtilization()];
  let requests = [];
  let collections = [];
  /** Collections of garbage are told a turn later. */
  let long;
  subscribe('http.server.request.start', ({ request }) => {
    if (requests.length < 100) requests.push(`${request.method} ${request.url.slice(0, 120)}`);
  });
  new PerformanceObserver((list) => collections.push(...list.getEntries())).observe({ entryTypes: ['gc'] });
  setInterval(() => {
    const [now, times, used] = [performance.now(), threadTimes(), performance.eventLoopUtilization()];
    if (long) {
      const { from, to, ...turn } = long;
      const within = collections.filter(({ startTime }) => startTime >= from && startTime <= to);
      const gcMs = within.reduce((sum, { duration }) => sum + duration, 0);
      appendFileSync(FILE, `${JSON.stringify({ ...turn, gcMs })}\n`);
      long = undefined;
    }
    collections = collections.filter(({ startTime }) => startTime >= at);
    if (now - at > LEAST_MS) {
      const [ownMs, waitedMs] = [times.ran - last.ran, times.waited - last.waited];
      const activeMs = used.active - utilization.active;
      long = { from: at, to: now, at: Date.now(), wallMs: now - at, activeMs, ownMs, waitedMs, requests };
    }
    [at, last, utilization] = [now, times, used];
    requests = [];
  }, EVERY_MS).unref();
}

if (FILE && /[\\/]apps[\\/]api[\\/]src[\\/]main\.js$/.test(process.argv[1] ?? '')) watch();
