import { expect, it } from '@jest/globals';
import { searchesFor } from './api';

it.each(['7k3m-9QXT', '7K3M9QXT', '0123-4567-89AB', '0244 123 456', '+233 24 412 3456', 'ABT01K9ZQ4T8M3'])(
  'the command bar looks for %s in the books only: addresses with it would be written to logs',
  (text) => expect(searchesFor(text)).toEqual({ lists: false, books: true }),
);

it.each([
  ['Ghana Music Awards', true],
  ['Miss Teen 2026', true],
  ['Harmattan', true],
  ['Volta', false],
  ['ama@example.com', false],
  ['', false],
])('the command bar looks for %s in the lists (in the books: %s)', (text, books) =>
  expect(searchesFor(text)).toEqual({ lists: true, books }),
);
