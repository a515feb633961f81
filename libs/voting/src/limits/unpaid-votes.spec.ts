import { UNPAID_PER_PHONE, UnpaidMemory } from './unpaid-votes.js';

it('unpaid votes in memory forget the oldest sender when there are too many', () => {
  const memory = new UnpaidMemory(60_000, 3);
  const cast = (phone: string, id: number) =>
    memory.judge({ id: String(id), phone, address: null, proven: false }, 1_000 + id).kind;
  for (let id = 0; id < UNPAID_PER_PHONE; id++) cast('first', id);
  expect(cast('first', 100)).toBe('refused');
  expect(['second', 'third'].map((phone, nr) => cast(phone, 200 + nr))).toEqual(['noted', 'noted']);
  expect(cast('first', 300)).toBe('refused');
  expect(cast('fourth', 400)).toBe('noted');
  expect(cast('first', 500)).toBe('noted');
});
