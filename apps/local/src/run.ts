import { DEMO_ACCOUNTS } from '@abato/platform';
import { ConsoleLog } from './log.js';
import { Platform } from './platform.js';
import { findFreePort, requireFreePort } from './ports.js';
import { checkMode, type Given, isProduction, portsFrom, wantsDemo } from './settings.js';

export interface RunOptions {
  buildDir: string;
  environment: Given;
  redisProgram: string | undefined;
  /** When the whole command began (milliseconds since 1970), for the time in the banner. */
  beganAt: number;
  /** Entry of the Vite server of `npm run dev`. */
  webServer?: string;
}

const ACCOUNTS = [
  ['super admin', DEMO_ACCOUNTS.superAdmin],
  ['organiser', DEMO_ACCOUNTS.organiser],
  ['pending', DEMO_ACCOUNTS.pending],
] as const;
/** npm passes Ctrl-C on to a child that the terminal has told already: a second signal this soon is the same one. */
const SAME_SIGNAL_MS = 1_000;

/**
 * What `npm start` does once everything is built: run the platform with one readable log until a signal comes.
 * @returns the running platform; the process exits by itself after a signal
 * @throws Problem when it cannot start
 */
export async function runLocal(options: RunOptions): Promise<Platform> {
  const { environment } = options;
  const log = new ConsoleLog(
    (text) => process.stdout.write(text),
    Boolean(process.stdout.isTTY) && !environment['NO_COLOR'],
    environment['LOG_LEVEL'] || 'info',
  );
  checkMode(environment, options.webServer !== undefined);
  const ports = portsFrom(environment);
  await requireFreePort(ports.public, 'PORT');
  await requireFreePort(ports.metrics, 'METRICS_PORT');
  await requireFreePort(ports.workerMetrics, 'METRICS_PORT', 1);
  const simulated = !environment['PAYSTACK_BASE_URL'] && !isProduction(environment);
  if (simulated) await requireFreePort(ports.simulator, 'SIMULATOR_PORT');
  if (options.webServer) ports.api = await findFreePort();

  const demo = wantsDemo(environment);
  const platform = new Platform({
    buildDir: options.buildDir,
    dataDir: environment['DATA_DIR'] || '.local',
    ports,
    environment,
    redisProgram: options.redisProgram,
    webServer: options.webServer,
    demo,
  });
  narrate(platform, log);
  stopOnSignal(platform, log);
  await platform.start();
  const { publicUrl, simulatorUrl } = platform.addresses;
  const metrics = [ports.metrics, ports.workerMetrics].map((port) => `http://localhost:${port}/metrics`);
  const rows: Record<string, string> = {
    'Web app': publicUrl,
    'API reference': `${publicUrl}/api/docs`,
    ...(simulated && {
      'Payment simulator': simulatorUrl,
      'SMS inbox': `${simulatorUrl}/sms`,
      'USSD phone': `${simulatorUrl}/phone`,
    }),
    Metrics: metrics.join('  '),
    Data: platform.dataDir,
  };
  process.stdout.write(banner(rows, demo, Date.now() - options.beganAt));
  return platform;
}

/** What a person needs to know once everything runs. */
function banner(rows: Record<string, string>, demo: boolean, startedInMs: number): string {
  const lines = Object.entries(rows).map(([name, value]) => `  ${name.padEnd(18)} ${value}`);
  if (demo) {
    lines.push('', '  Demo accounts');
    for (const [who, { email, password }] of ACCOUNTS)
      lines.push(`  ${who.padEnd(18)} ${email.padEnd(24)} ${password}`);
  }
  const title = `  Abato is running (ready in ${(startedInMs / 1000).toFixed(1)} s). Ctrl-C stops it and keeps its data.`;
  const rule = '─'.repeat(Math.max(...[title, ...lines].map((line) => line.length)) + 2);
  return `\n${rule}\n${title}\n\n${lines.join('\n')}\n${rule}\n`;
}

function narrate(platform: Platform, log: ConsoleLog): void {
  platform.on('line', (name, line) => log.line(name, line));
  platform.on('progress', (name, text) => log.say(name, text));
  platform.on('ready', (name) => log.say(name, 'ready'));
  platform.on('restarting', (name, delayMs, reason) =>
    log.say(name, `${reason}; starting it again in ${delayMs / 1000} s`, 'warn'),
  );
}

function stopOnSignal(platform: Platform, log: ConsoleLog): void {
  let firstAt: number | undefined;
  const stop = (signal: NodeJS.Signals, code: number): void => {
    if (firstAt !== undefined) {
      // A second signal: leave, and let the exit handler kill what is left.
      if (Date.now() - firstAt > SAME_SIGNAL_MS) process.exit(code);
      return;
    }
    firstAt = Date.now();
    log.say('abato', `${signal}: stopping (press Ctrl-C again to stop at once)`);
    void platform.stop().then(() => {
      log.say('abato', 'stopped; the data is kept');
      process.exit(signal === 'SIGINT' ? 0 : code);
    });
  };
  process.on('SIGINT', () => stop('SIGINT', 130));
  process.on('SIGTERM', () => stop('SIGTERM', 143));
  process.on('SIGHUP', () => stop('SIGHUP', 129));
}
