import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type ContestView, EXAMPLE_ID, validate } from '@abato/contracts';
import { aContest, aUser } from '../support/builders.js';
import { ApiClient } from '../support/http.js';
import { exampleBody, type NumericField, numericFields } from '../support/open-api.js';
import { aPicture } from '../support/pictures.js';
import { testState } from '../support/state.js';
import { casesOf, type Form, formsOf, PASSWORD, VALID_PHONE } from './form-messages.js';

/** The messages of the specification §5, word for word, through HTTP. */

const [owner, admin] = await Promise.all([aUser().save(), aUser().superAdmin().save()]);
const contest = await aContest().ownedBy(owner).save();
const photo = await aPicture({ width: 10, height: 10 });
const refusal = async (path: string, body: unknown, client: ApiClient = owner.api): Promise<string[]> => {
  const answer = await client.post(path, body);
  expect([answer.status, answer.code]).toEqual([400, 'VALIDATION_FAILED']);
  expect(answer.message).toBe(answer.errors?.[0]?.message);
  return (answer.errors ?? []).map((error) => error.message);
};

const FORMS = formsOf(() => contest);

describe.each(FORMS.map((form): [string, Form] => [form.path, form]))('%s', (path, form) => {
  it.each(casesOf(form))('with %s = %j says “%s”', async (field, value, message) => {
    const body = { ...form.good(), [field]: value };
    const answer = await owner.api.post(path, body);
    expect([answer.status, answer.code, answer.message]).toEqual([400, 'VALIDATION_FAILED', message]);
    expect(answer.errors).toEqual([{ field, message }]);
    // Also what the web's form says: it asks the same object of rules.
    expect(validate(form.rules, body)).toEqual({ ok: false, errors: answer.errors });
  });
});

const register = (change: object) =>
  refusal('/auth/register', { ...FORMS[1]?.good(), ...change }, new ApiClient());

it.each([
  [{ password: '', confirmPassword: 'Abcdefg1' }, 'Password is required'],
  ...['Abcdef1', 'abcdefg1', 'ABCDEFG1', 'Abcdefgh'].map((password): [object, string] => [
    { password, confirmPassword: password },
    PASSWORD,
  ]),
  [{ confirmPassword: 'Abcdefg2' }, 'Passwords do not match'],
  [{ confirmPassword: '' }, 'Passwords do not match'],
])('a new password %j is told “%s”', async (change, message) =>
  expect(await register(change)).toEqual([message]),
);

it('no form of the web has a second copy of a message', () => {
  const messages = FORMS.flatMap((form) => casesOf(form).map(([, , message]) => message));
  const all = new Set([...messages, PASSWORD, 'Passwords do not match', 'End date must be after start date']);
  const root = join(import.meta.dirname, '..', '..', 'apps', 'web', 'src', 'features');
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter(
    // The page that shows every component has texts of its own; a test says what is shown.
    (name) => /\.tsx?$/.test(name) && !name.endsWith('.spec.ts') && !name.startsWith('dev'),
  );
  expect(files.length).toBeGreaterThan(20);
  for (const name of files) {
    const source = readFileSync(join(root, name), 'utf8');
    expect([name, [...all].filter((message) => source.includes(message))]).toEqual([name, []]);
  }
});

it('a host names every missing field, and a wrong one', async () => {
  const all = ['Name is required', 'Email is required', 'Phone is required', 'Description is required'];
  expect(await refusal('/hosts', {})).toEqual(all);
  expect(await refusal('/hosts', { name: ' ', email: null, phone: '', description: '\t' })).toEqual(all);
  const host = { name: 'N', email: 'not-an-address', phone: '12345', description: 'D' };
  expect(await refusal('/hosts', host)).toEqual(['Invalid email format', VALID_PHONE]);
});

const good = () => ({
  hostId: contest.hostId,
  title: 'T',
  description: 'D',
  startDate: '2026-12-01T00:00:00Z',
  endDate: '2026-12-02T00:00:00Z',
});

it.each([
  [{ endDate: '2026-12-01T00:00:00Z' }, 'End date must be after start date'],
  [{ endDate: '2026-11-30T00:00:00Z' }, 'End date must be after start date'],
  ...['tomorrow', '2027-02-30', '2027-02-30T18:00:00Z', '2027-02-29T18:00:00+00:00', '2027-12-01'].map(
    (startDate): [object, string] => [
      { startDate },
      'Start date must be an existing date and time, for example 2026-12-31T18:00:00Z',
    ],
  ),
  [
    { endDate: '2027-06-31T00:00:00Z' },
    'End date must be an existing date and time, for example 2026-12-31T18:00:00Z',
  ],
  [{ votePrice: 1.005 }, 'Vote price can have at most two decimals'],
  [{ votePrice: 10_000.01 }, 'Vote price must be at most GHS 10,000'],
  [{ hostId: 'mine' }, 'Host is required'],
])('a contest refuses %j', async (change, message) =>
  expect(await refusal('/contests', { ...good(), ...change })).toEqual([message]),
);

it('a contest takes February 29 of a leap year, and keeps its dates when a change names a day that does not exist', async () => {
  const leap = { startDate: '2028-02-29T10:00:00+02:00', endDate: '2028-03-01T00:00:00Z' };
  const taken = await owner.api.post<ContestView>('/contests', { ...good(), ...leap });
  expect([taken.status, taken.data.startDate]).toEqual([201, '2028-02-29T08:00:00.000Z']);
  const path = `/contests/${taken.data.id}`;
  expect((await owner.api.put(path, { startDate: '2027-02-29T00:00:00Z' })).status).toBe(400);
  expect((await owner.api.get<ContestView>(path)).data.startDate).toBe(taken.data.startDate);
});

it('a contest checks a changed date against the one that stays', async () => {
  const answer = await owner.api.put(`/contests/${contest.id}`, { endDate: '2020-01-01T00:00:00Z' });
  expect([answer.status, answer.message]).toEqual([400, 'End date must be after start date']);
});

it('a contest leaves absent fields as they are, and never takes what no form sends', async () => {
  const before = (await owner.api.get<Record<string, unknown>>(`/contests/${contest.id}`)).data;
  const answer = await owner.api.put<Record<string, unknown>>(`/contests/${contest.id}`, {
    title: ' New title ',
    userId: admin.id,
    id: 'x',
    isRehearsal: true,
    createdAt: '2020-01-01T00:00:00Z',
    __proto__: { status: 'ENDED' },
  });
  expect(answer.data).toEqual({ ...before, title: 'New title', updatedAt: answer.data['updatedAt'] });
});

it('a category names what is missing', async () => {
  expect(await refusal('/categories', { name: ' ', description: ' ' })).toEqual([
    'Contest is required',
    'Category name is required',
    'Description is required',
  ]);
  const category = { contestId: contest.id, name: 'N', description: 'D' };
  expect(await refusal('/categories', { ...category, order: -1 })).toEqual(['Order must be 0 or greater']);
  expect(await refusal('/categories', { ...category, order: 1.5 })).toEqual(['Order must be a whole number']);
  expect(await refusal('/categories', { ...category, order: '1' })).toEqual(['Order must be a whole number']);
});

it('a contestant names what is missing, the photo too', async () => {
  expect(await refusal('/contestants', {})).toEqual([
    'Category is required',
    'Contestant name is required',
    'Bio is required',
    'Photo is required',
  ]);
  const form = new FormData();
  form.set('categoryId', contest.contestant.categoryId);
  form.set('name', 'N');
  form.set('bio', 'B');
  expect(await refusal('/contestants', form)).toEqual(['Photo is required']);
  form.set('photo', new Blob([]), '');
  expect(await refusal('/contestants', form)).toEqual(['Photo is required']);
  form.set('photo', photo, 'p.png');
  expect((await owner.api.post('/contestants', form)).status).toBe(201);
});

const fields = numericFields();

/** A body of examples with one number replaced, as JSON or as a form. */
function bodyWith({ type, schema, place }: NumericField, value: null | ''): unknown {
  const body = exampleBody(schema);
  const inner = place.at(-1) ?? '';
  const entries = (body[place[0] ?? ''] as object[] | undefined) ?? [];
  const changed =
    place.length === 1 ? { [inner]: value } : { [place[0] ?? '']: [{ ...entries[0], [inner]: value }] };
  if (type === 'application/json') return { ...body, ...changed };
  const form = new FormData();
  for (const [name, of] of Object.entries({ ...body, ...changed }))
    form.set(name, typeof of === 'string' ? of : JSON.stringify(of));
  return form;
}

it('a number that cannot be null is one of those that the document names', () => {
  expect(fields.length).toBeGreaterThan(40);
  expect(
    fields
      .filter(({ nullable }) => nullable)
      .map(({ method, path, place }) => `${method} ${path} ${place.join('.')}`),
  ).toEqual(['POST /api/categories votePrice', 'PUT /api/categories/{id} votePrice']);
});

it.each(
  fields.filter(({ nullable }) => !nullable).map((field) => ({ ...field, name: field.place.join('.') })),
)(
  'a number that cannot be null is refused as null and as a blank text: $name of $method $path as $type',
  async (field) => {
    const path = field.path
      .replace('/api', '')
      .replaceAll('{id}', contest.id)
      .replaceAll(/\{\w+\}/g, EXAMPLE_ID);
    for (const value of [null, ''] as const) {
      const answer = await admin.api.call(field.method, path, bodyWith(field, value));
      expect([value, answer.status, answer.code]).toEqual([value, 400, 'VALIDATION_FAILED']);
      expect(answer.errors?.map((error) => error.field.split('.')[0])).toContain(field.place[0]);
    }
  },
);

it('wrong nesting of ids is refused', async () => {
  const other = await aContest().ownedBy(owner).save();
  const category = await owner.api.put(`/categories/${contest.contestant.categoryId}`, {
    contestId: other.id,
  });
  expect(category.status).toBe(400);
  const contestant = await owner.api.put(`/contestants/${contest.contestant.id}`, {
    categoryId: other.contestant.categoryId,
  });
  expect(contestant.status).toBe(400);
});

it('a path that cannot be read is refused as everything else is', async () => {
  for (const path of ['/api/votes/cast%', '/api/contests/%E0%A4%A/public', '/api/%']) {
    const answer = await fetch(`${testState().baseUrl}${path}`, { method: 'POST' });
    expect([answer.status, await answer.json()]).toEqual([
      400,
      {
        success: false,
        code: 'MALFORMED_REQUEST',
        message: expect.any(String),
        requestId: expect.any(String),
      },
    ]);
  }
});
