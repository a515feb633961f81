import { pauseAfterSearch } from './log-batches.js';

const BATCH_MS = 15 * 60_000;

it.each([
  ['a quick search', 10, BATCH_MS, 5_000],
  ['a search of a second', 1_000, BATCH_MS, 20_000],
  ['a search that a starved database made slow', 60_000, BATCH_MS, 30_000],
  ['a quick search where batches are short', 10, 2_000, 2_000],
])('after %s the ledger is searched again in time for its batches', (_, searchedMs, batchMs, pauseMs) =>
  expect(pauseAfterSearch(searchedMs, batchMs)).toBe(pauseMs),
);
