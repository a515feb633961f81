import type { Command } from '../command.js';
import { amount, EVENING_OPTIONS } from '../capacity/evening-options.js';
import { MESSAGE_SETTINGS, messageSettings } from '../capacity/messages.js';
import { type Door, opening } from '../capacity/opening.js';
import { waitingOf } from '../capacity/payers.js';
import { plan, type Plan, usualPayments } from '../capacity/plan.js';

const GIGABIT = 1e9 / 8;

/** How large an installation has to be, and where it stops first. */
export const capacity: Command = {
  name: 'capacity',
  summary: 'Print pods, connections, bytes and the first bottleneck of an evening of a given size',
  options: {
    ...EVENING_OPTIONS,
    votes: { type: 'string', value: 'number', meaning: 'free votes a second' },
    contests: { type: 'string', value: 'number', meaning: 'contests that the votes are spread over; 1' },
    connections: { type: 'string', value: 'number', meaning: 'connections PostgreSQL takes; 500' },
    'opening-seconds': {
      type: 'string',
      value: 'number',
      meaning: 'in which all viewers open the page; 60',
    },
    'cache-places': {
      type: 'string',
      value: 'number',
      meaning: 'places of a CDN that ask the API, 1 with an origin shield; 100',
    },
    'one-role': { type: 'boolean', meaning: 'every API pod does everything (ABATO_ROLE=all)' },
  },
  details: `
Calculates only, from measured figures (docs/capacity.md): it connects to nothing and changes nothing. The figures say where to look
first, not where your machines stop: rehearse before a final.`,
  settings: [
    'DATABASE_POOL_SIZE',
    'DATABASE_HOT_POOL_SIZE',
    'PAYSTACK_CALLS_PER_MINUTE',
    'SOCKETS_PER_PROCESS',
    'CDN_SNAPSHOT_SECONDS',
    ...MESSAGE_SETTINGS,
  ],
  async run(given, operator) {
    const viewers = amount(given, 'viewers');
    const evening = {
      viewers,
      votes: amount(given, 'votes'),
      contests: amount(given, 'contests', 1),
      contestants: amount(given, 'contestants', 20),
      categories: amount(given, 'categories', 1),
      payments: amount(given, 'payments', usualPayments(viewers)),
    };
    const inRoles = !given.options['one-role'];
    const callsPerMinute = operator.setting('PAYSTACK_CALLS_PER_MINUTE');
    const planned = plan(evening, {
      poolSize: operator.setting('DATABASE_POOL_SIZE'),
      hotPoolSize: operator.setting('DATABASE_HOT_POOL_SIZE'),
      callsPerMinute,
      maxConnections: amount(given, 'connections', 500),
      bandwidth: amount(given, 'gigabits', 10) * GIGABIT,
      inRoles,
      pace: messageSettings(operator),
    });
    operator.print(
      `${number(viewers)} viewers, ${number(evening.votes)} votes a second into ${number(evening.contests)} contest(s), ${number(evening.payments)} payments a second, ${number(evening.contestants)} contestants change within a message`,
    );
    const { longestSeconds } = waitingOf({ perSecond: evening.payments, seconds: 600 }, callsPerMinute);
    for (const line of linesOf(planned, longestSeconds)) operator.print(line);
    const seconds = amount(given, 'opening-seconds', 60);
    const cachePlaces = amount(given, 'cache-places', 100);
    const door = (places: number | null): Door =>
      opening(
        {
          viewers,
          seconds,
          contests: evening.contests,
          socketsPerProcess: operator.setting('SOCKETS_PER_PROCESS'),
          cachePlaces: places,
          cacheSeconds: operator.setting('CDN_SNAPSHOT_SECONDS'),
        },
        planned,
      );
    operator.print('');
    operator.print(`when all come within ${number(seconds)} s: needed and available a second`);
    for (const line of openingLines(door(null), door(cachePlaces), cachePlaces)) operator.print(line);
    return 0;
  },
};

const number = (value: number): string =>
  value.toLocaleString('en', { maximumFractionDigits: value < 100 ? 1 : 0 });
const bytes = (value: number): string => {
  const [size, unit] = value >= 1e9 ? [1e9, 'GB'] : [1e6, 'MB'];
  return `${number(value / size)} ${unit}/s`;
};
const inWords = (name: string, value: number): string =>
  name.startsWith('bytes') ? bytes(value) : number(value);

function framesOf({ frameBytes, leadersBytes }: Plan): string {
  const all = `frames of ${number(frameBytes)} bytes`;
  return leadersBytes === undefined
    ? all
    : `frames of the first places of ${number(leadersBytes)} bytes, some of all of ${number(frameBytes)}`;
}

/** @param longestWait of payers who come for ten minutes, in seconds */
function* linesOf(planned: Plan, longestWait: number): Generator<string> {
  yield '';
  yield 'pods';
  for (const { name, count, connections, why } of planned.pods)
    yield `  ${name.padEnd(8)}${number(count).padStart(6)}   ${number(connections).padStart(6)} connections at most   ${why}`;
  yield '';
  yield `connections to PostgreSQL  ${number(planned.connections)} at most`;
  yield `bytes to viewers           ${bytes(planned.bytesPerSecond)} (${framesOf(planned)}, ${number(planned.messagesPerSecond)} times a second)`;
  yield `write-ahead log            ${bytes(planned.logBytesPerSecond)}`;
  yield `payments begun             ${number(planned.paymentsPerSecond)} a second at most; after ten minutes the last payer waits ${number(longestWait / 60)} minutes`;
  yield '';
  yield 'needed and available, the scarcest first';
  for (const { name, needed, available } of planned.needs)
    yield `  ${name.padEnd(34)}${inWords(name, needed).padStart(12)} of ${inWords(name, available).padStart(12)}   ${number((needed / available) * 100)} %`;
  yield '';
  const [closest] = planned.needs;
  if (planned.bottleneck) yield `First bottleneck: ${planned.bottleneck.name}: ${planned.bottleneck.then}.`;
  else yield `No bottleneck at this size. The first would be: ${closest?.name}.`;
}

function* openingLines(direct: Door, cached: Door, places: number): Generator<string> {
  const rate = (name: string, { needed, available }: Door['pages']): string =>
    `  ${name.padEnd(34)}${number(needed).padStart(12)} of ${number(available).padStart(12)}   ${number((needed / available) * 100)} %`;
  const behind = `with a CDN of ${number(places)} places`;
  yield rate('pages', direct.pages);
  yield rate(`  ${behind}`, cached.pages);
  yield rate('public answers to those who poll', direct.answers);
  yield rate(`  ${behind}`, cached.answers);
  yield rate('handshakes of live connections', direct.handshakes);
  yield Number.isFinite(direct.allAdmittedSeconds)
    ? `  all have a live connection after ${number(direct.allAdmittedSeconds)} s; ${percent(direct.polling)} poll when the last has come`
    : `  there are not enough live connections for all; ${percent(direct.polling)} poll when the last has come`;
}

const percent = (share: number): string => `${number(share * 100)} %`;
