import fc from 'fast-check';
import * as contracts from '@abato/contracts';
import { checkField, type FieldError, type FieldRule, type Rules, validate } from '@abato/contracts';
import { AppError } from '@abato/platform';
import { seedOf } from '../../../../test/support/seed.js';
import { bodyOf, patchOf, pathOf, queryOf } from './dto.js';
import { createValidationPipe } from './validation.pipe.js';

const pipe = createValidationPipe();
const SEED = seedOf('dto');

type Verdict = { ok: true; value: object } | { ok: false; errors: FieldError[] };

/** What the API says of a body. */
async function verdictOf(metatype: abstract new () => object, body: unknown): Promise<Verdict> {
  try {
    const taken = (await pipe.transform(body, { type: 'body', metatype: metatype as never })) as object;
    const given = Object.entries(taken).filter(([, value]) => value !== undefined);
    return { ok: true, value: Object.fromEntries(given) };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return { ok: false, errors: error.errors ?? [] };
  }
}

/** The rules of every noun that the contracts export. */
const NOUNS = Object.entries(contracts).filter(([name]) => name.endsWith('Rules')) as unknown as [
  string,
  Rules,
][];

const nearPhone = fc.stringMatching(/^ ?(\+233|0|\+234)[1-6]\d{3} ?\d{4,6}$/);
const nearDate = fc.stringMatching(
  /^20\d\d-[01]\d-[0-3]\dT[0-2]\d:[0-6]\d(:[0-6]\d(\.\d{1,7})?)?(Z|[+-][0-2]\d:[0-6]\d|)$/,
);
const nearEmail = fc.stringMatching(/^ ?[a-z]{0,3}@?[a-z]{1,3}\.?[a-z]{0,3} ?$/);
const nearPassword = fc.stringMatching(/^[ aA1é]{0,12}$/);
const oddText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 12 }),
  fc.constantFrom(
    '',
    ' ',
    '\t\n',
    '\u0000',
    '\u0007x',
    '\ud800',
    '😀',
    '❤️',
    ' x ',
    'é',
    '\u2028',
    'true',
    '1',
  ),
);

/** The example of the contract, values around what the rule takes, and some of every other type. */
function valuesFor(rule: FieldRule, example: unknown): fc.Arbitrary<unknown> {
  const edges = [rule.min?.[0], rule.max?.[0]].flatMap((edge) =>
    edge === undefined ? [] : [edge - 1, edge - 0.01, edge, edge + 0.01, edge + 1],
  );
  const most = rule.maxLength ?? contracts.DEFAULT_MAX_LENGTH;
  const long = fc
    .tuple(fc.constantFrom('a', '😀', '❤️', 'é'), fc.integer({ min: -2, max: 2 }))
    .map(([unit, more]) => unit.repeat(Math.max(0, Math.ceil((most + more) / unit.length))));
  const numbers = fc.oneof(
    fc.constantFrom(...edges, 0, -0, 1, 1.5, 1.005, 1e-7, 1.5e-7, 1e21, 2 ** 53, 2 ** 53 + 2),
    fc.double({ noNaN: true, noDefaultInfinity: true }),
    fc.integer({ min: 0, max: 200_000 }).map((pesewas) => pesewas / 100),
  );
  const fitting: Record<FieldRule['type'], fc.Arbitrary<unknown>> = {
    string: fc.oneof(
      oddText,
      long,
      nearPhone,
      nearEmail,
      nearPassword,
      fc.constantFrom('x', ...(rule.oneOf ?? [])),
    ),
    uuid: fc.oneof(
      fc.uuid(),
      fc.uuid().map((id) => ` ${id.toUpperCase()} `),
      fc.stringMatching(/^[0-9a-g]{8}-[0-9a-f]{4}$/),
    ),
    isoDate: fc.oneof(
      nearDate,
      fc.date({ noInvalidDate: true }).map((date) => date.toISOString()),
    ),
    day: fc.stringMatching(/^ ?20\d\d-[01]\d-[0-3]\d$/),
    boolean: fc.boolean(),
    integer: numbers,
    number: numbers,
    list: fc.array(
      fc.record(
        { votes: numbers, price: numbers, from: nearDate, until: nearDate, multiplier: fc.nat(7) },
        { requiredKeys: [] },
      ),
      { maxLength: 14 },
    ),
  };
  // What most requests say: without it a noun of several choices is hardly ever taken.
  const choice = rule.oneOf ? fc.constantFrom(...rule.oneOf) : fitting[rule.type];
  const usual = example === undefined ? choice : fc.constant(example);
  return fc.oneof(
    { weight: 60, arbitrary: usual },
    { weight: 8, arbitrary: fitting[rule.type] },
    { weight: 1, arbitrary: oddText },
    { weight: 1, arbitrary: fc.constantFrom(undefined, null, '', true, 7, [], {}, ['x'], { a: 1 }) },
    { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 2 }) },
  );
}

const examplesOf = (noun: string): Record<string, unknown> =>
  ((contracts as Record<string, unknown>)[noun.replace('Rules', 'Examples')] ?? {}) as Record<
    string,
    unknown
  >;

function inputsFor(noun: string, rules: Rules): fc.Arbitrary<Record<string, unknown>> {
  const examples = examplesOf(noun);
  const values = Object.entries(rules).map(([field, rule]) => [field, valuesFor(rule, examples[field])]);
  const fields = Object.fromEntries(values) as Record<string, fc.Arbitrary<unknown>>;
  return fc.oneof(fc.record(fields), fc.record(fields, { requiredKeys: [] }));
}

/** What the browser's check says of a change: every field that is there must pass. */
function validatePatch(rules: Rules, input: Record<string, unknown>): Verdict {
  const given = Object.entries(rules).filter(([field]) => input[field] !== undefined);
  const checked = validate<object>(Object.fromEntries(given), input);
  return checked.ok ? checked : { ok: false, errors: checked.errors };
}

it('a DTO made from a noun contract covers every noun', () => {
  expect(NOUNS.map(([name]) => name)).toEqual(
    expect.arrayContaining([
      'contestRules',
      'hostRules',
      'castVoteRules',
      'registerRules',
      'chargePaymentRules',
    ]),
  );
  expect(NOUNS.length).toBeGreaterThanOrEqual(18);
});

// Inputs over all nouns, half of them whole bodies and half changes; `ABATO_DTO_INPUTS` draws more.
const numRuns = Math.ceil(Number(process.env['ABATO_DTO_INPUTS'] ?? 10_000) / NOUNS.length / 2);
it.each(NOUNS)(
  'a DTO made from a noun contract gives the verdict and messages of the browser’s check for %s',
  async (noun, rules) => {
    const [body, patch] = [bodyOf(rules), patchOf(rules)];
    class Whole extends body {}
    class Change extends patch {}
    let [taken, refused] = [0, 0];
    await fc.assert(
      fc.asyncProperty(inputsFor(noun, rules), async (input) => {
        const whole = await verdictOf(Whole, input);
        expect(whole).toEqual(validate(rules, input));
        const change = await verdictOf(Change, input);
        expect(change).toEqual(validatePatch(rules, input));
        if (whole.ok) taken++;
        else refused++;
      }),
      { numRuns, seed: SEED },
    );
    expect([taken > 0, refused > 0]).toEqual([true, true]);
  },
);

const rules = {
  ...contracts.listQuery(20, {
    status: contracts.choiceQuery('status', ['OPEN', 'SHUT']),
    hostId: contracts.idQuery,
    search: contracts.searchQuery,
    from: contracts.dayQuery,
  }),
};
class ListQuery extends queryOf(rules) {}

it('a query made from a contract gives the verdict of the contract', async () => {
  const texts = fc.oneof(
    fc.string(),
    fc.integer({ min: -1, max: 1_100 }).map(String),
    fc.constantFrom('', '0', '1.5', '1 ', ' OPEN', 'OPEN', 'a\u0000b', ['1', '2'], 'x'.repeat(300)),
    fc.uuid(),
  );
  const days = fc.oneof(texts, fc.stringMatching(/^202\d-[01]\d-[0-3]\d$/), fc.constant('2027-02-30'));
  const queries = fc.record(
    { page: texts, pageSize: texts, status: texts, hostId: texts, search: texts, from: days },
    { requiredKeys: [] },
  );
  await fc.assert(
    fc.asyncProperty(queries, async (query) => {
      const verdict = await verdictOf(ListQuery, query);
      const expected = validate<Record<string, unknown>>(rules, query);
      expect(verdict).toEqual(expected);
    }),
    { numRuns: 1_000, seed: SEED },
  );
});

it('a query made from a contract has whole numbers, defaults and a clean search text', async () => {
  expect(await verdictOf(ListQuery, { pageSize: '5', search: ' a\u0000b ', status: '', other: 'x' })).toEqual(
    {
      ok: true,
      value: { page: 1, pageSize: 5, search: 'ab' },
    },
  );
  expect(await verdictOf(ListQuery, { page: 'x', status: 'open' })).toEqual({
    ok: false,
    errors: [
      { field: 'page', message: 'Page must be a whole number from 1 to 1,000,000' },
      { field: 'status', message: 'Status must be one of OPEN, SHUT' },
    ],
  });
});

class HostPath extends pathOf({ id: 'HOST_NOT_FOUND' }) {}
const read = (id: string) => pipe.transform({ id }, { type: 'param', metatype: HostPath });

it('a path names a thing by its id, in small letters', async () =>
  expect(await read(contracts.EXAMPLE_ID.toUpperCase())).toEqual({ id: contracts.EXAMPLE_ID }));

it('a path that holds no id names nothing', () =>
  expect(read('x')).rejects.toMatchObject({ code: 'HOST_NOT_FOUND' }));

it('the browser’s check keeps a value as it is when nothing is wrong with it', () =>
  expect(checkField('name', contracts.hostRules.name, ' Volta ')).toEqual({ value: 'Volta' }));
