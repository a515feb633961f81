import { createPool } from '@abato/database';
import { newId } from '@abato/platform';
import { type ArrayType, binaryArrays } from '@abato/testing/voting';
import { testState } from '../support/state.js';

/** PostgreSQL reads binary arrays as what they were written from. */
const pool = createPool(testState().databaseUrl, 1, () => undefined);
afterAll(() => pool.end());

/** The elements as PostgreSQL has them, as text. */
async function read(type: ArrayType, values: readonly unknown[]): Promise<(string | null)[]> {
  const { rows } = await pool.query<{ element: string | null }>(
    `SELECT element::text FROM unnest($1::${type}[]) WITH ORDINALITY AS one (element, nr) ORDER BY nr`,
    binaryArrays([[type, values]]),
  );
  return rows.map(({ element }) => element);
}

const LONG = 'Ɛ'.repeat(70_000);
const ids = Array.from({ length: 600 }, () => newId());

it.each<[ArrayType, (number | string)[]]>([
  ['int2', [0, 1, -1, 32_767, -32_768]],
  ['int4', [0, -1, 2_147_483_647, -2_147_483_648]],
  ['int8', [0, 1, -1, 2 ** 32, 2 ** 32 - 1, -(2 ** 32), 4_294_967_297, 2 ** 53 - 1, -(2 ** 53) + 1]],
  ['uuid', ['00000000-0000-0000-0000-000000000000', 'ffffffff-ffff-ffff-ffff-ffffffffffff', ...ids]],
  ['text', ['', 'Akosua Ɔbaa', '{"a",\\,null}', '🗳️', 'NULL', "it's", LONG]],
])('%s arrays keep their values, their order and their nulls', async (type, values) => {
  const mixed = [null, ...values, undefined, ...values];
  expect(await read(type, mixed)).toEqual(mixed.map((one) => (one == null ? null : String(one))));
});

it('bytea arrays keep every byte', async () => {
  const all = Buffer.from(Array.from({ length: 256 }, (_, byte) => byte));
  const hex = `\\x${all.toString('hex')}`;
  expect(await read('bytea', [all, null, Buffer.alloc(0), all.subarray(3, 5)])).toEqual([
    hex,
    null,
    '\\x',
    '\\x0304',
  ]);
});

it('columns of one call stay apart', async () => {
  const [ids, names, counts] = [['00000000-0000-0000-0000-00000000000a'], ['Ama', null, 'Yaa'], [7, 8]];
  const { rows } = await pool.query(
    'SELECT $1::uuid[]::text[] AS ids, $2::text[] AS names, $3::int4[] AS counts',
    binaryArrays([
      ['uuid', ids],
      ['text', names],
      ['int4', counts],
    ]),
  );
  expect(rows).toEqual([{ ids, names, counts }]);
});

it('an array may be empty, or have nulls only', async () => {
  expect(await read('uuid', [])).toEqual([]);
  expect(await read('text', [null, null])).toEqual([null, null]);
});

it.each<[ArrayType, unknown]>([
  ['int2', 32_768],
  ['int2', 0.5],
  ['int4', 2_147_483_648],
  ['int8', 2 ** 53],
  ['int8', 1.5],
  ['uuid', 'ffffffff-ffff-ffff-ffff-fffffffffff'],
  ['uuid', 'ffffffff-ffff-ffff-ffff-fffffffffffg'],
  ['uuid', 'ffffffff-ffff-ffff-ffff-ffffffffffff0'],
  ['uuid', 'Ɛfffffff-ffff-ffff-ffff-ffffffffffff'],
])('%s refuses %p before anything is sent', (type, value) =>
  expect(() => binaryArrays([[type, [value]]])).toThrow(/not a safe integer|not a UUID|out of range/),
);

it('a text with a zero byte is refused by the server, as in any other form', () =>
  expect(read('text', ['a\0b'])).rejects.toMatchObject({ code: '22021' }));
