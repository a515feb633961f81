import Sequencer from '@jest/test-sequencer';

/** Files that take longest, most of it waiting: one that begins last leaves a processor idle at the end of its suite. */
export const LONG = [
  'test/api/transparency-log',
  'test/api/transparency-batches',
  'test/payments/model',
  'test/api/payments-money-back',
  'test/api/rehearse-command',
  'test/api/final-results',
  'test/payments/lost-webhooks',
  'test/api/payments',
  'test/bench/load/load',
  'libs/transparency/src/witness',
  'apps/api/src/live/live.gateway',
  'test/fault/payments-without',
  'test/fault/alerts-of-workers',
  'test/fault/terrible-things',
  'test/fault/votes-survive',
].map((name) => `${name}.spec.`);

/** Node.js imports the class, Jest what holds it. */
const Base = Sequencer.default ?? Sequencer;

/** Jest's own order, by what it remembers of earlier runs or else by size, but for the long files: a fresh clone remembers nothing. */
export default class LongFilesFirst extends Base {
  sort(tests) {
    const rank = ({ path }) => {
      const place = LONG.findIndex((name) => path.includes(name));
      return place < 0 ? LONG.length : place;
    };
    return super.sort(tests).sort((a, b) => rank(a) - rank(b));
  }
}
