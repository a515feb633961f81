import { ApiClient } from '../support/http.js';
import { apiDocument, documentedRoutes, checkAgainst, mistakesOf } from '../support/open-api.js';

const operationOf = ({ method, path }: { method: string; path: string }) => {
  const operation = apiDocument().paths[path]?.[method.toLowerCase()];
  if (!operation) throw new Error(`${method} ${path} is not in the document`);
  return operation;
};

/** Answer 202 until what they are asked about has happened. */
const WAITING_ROUTES = new Set(['POST /api/voters/verification/{id}']);

it('the document of the API is served beside its reference', async () => {
  const { status, body } = await new ApiClient().get('/docs-json');
  expect(status).toBe(200);
  expect(body).toEqual(JSON.parse(JSON.stringify(apiDocument())));
  const page = await new ApiClient().get('/docs');
  expect([page.status, page.body]).toEqual([200, expect.stringContaining('swagger-ui')]);
});

it.each(documentedRoutes())(
  'the document of the API says what $method $path does and who may call it',
  (route) => {
    const { summary, description } = operationOf(route);
    expect(summary).toMatch(/^[A-Z][^.]+[^.]$/);
    expect(description).toMatch(/^For [^.]+\. [A-Z].+\.$/);
  },
);

it('the document of the API gives every operation a summary of its own', () => {
  const summaries = documentedRoutes().map((route) => operationOf(route).summary);
  expect(summaries.filter((summary, index) => summaries.indexOf(summary) !== index)).toEqual([]);
});

it.each(documentedRoutes())(
  'the document of the API says how $method $path answers and refuses, with examples that fit',
  (route) => {
    const { responses } = operationOf(route);
    const statuses = Object.keys(responses);
    expect(statuses).toContain('default');
    const successes = statuses.filter((status) => /^2\d\d$/.test(status));
    expect(successes).toHaveLength(WAITING_ROUTES.has(`${route.method} ${route.path}`) ? 2 : 1);
    for (const [status, { content = {} }] of Object.entries(responses)) {
      expect(`${status}: ${Object.keys(content).length}`).toBe(`${status}: 1`);
      for (const { schema, example } of Object.values(content)) {
        expect(example).toBeDefined();
        expect(checkAgainst(schema, example)).toEqual([]);
      }
    }
  },
);

it.each(documentedRoutes().filter((route) => operationOf(route).requestBody))(
  'the document of the API shows what to send to $method $path',
  (route) => {
    for (const { schema } of Object.values(operationOf(route).requestBody?.content ?? {})) {
      const name = schema.$ref?.split('/').at(-1) ?? '';
      const fields = Object.entries(apiDocument().components.schemas[name]?.properties ?? {});
      const bare = fields.filter(([, field]) => field.format !== 'binary' && field.example === undefined);
      expect(bare.map(([field]) => `${name}.${field}`)).toEqual([]);
    }
  },
);

const compare = (status: number, body: unknown, type = 'application/json; charset=utf-8') =>
  mistakesOf('GET', '/api/statistics', { status, body, headers: new Headers({ 'content-type': type }) });
const example = operationOf({ method: 'GET', path: '/api/statistics' }).responses['200']?.content?.[
  'application/json'
]?.example as { success: true; data: Record<string, unknown> };

it('the comparison of answers with the document takes what was promised', () =>
  expect(compare(200, example)).toEqual([]));

it.each([
  ['a field too many', 200, { ...example, extra: 1 }],
  ['a field too few', 200, { success: true }],
  ['another type', 200, { ...example, data: { ...example.data, totalVotes: '3' } }],
  ['a half pesewa', 200, { ...example, data: { ...example.data, totalRevenue: 1.005 } }],
  ['an undocumented status', 202, example],
  ['a refusal without a code', 404, { success: false, message: 'Not found.' }],
])('the comparison of answers with the document finds %s', (_, status, body) =>
  expect(compare(status, body)).not.toEqual([]),
);

it('the comparison of answers with the document finds a page where data was promised', () =>
  expect(compare(200, '<html></html>', 'text/html')).not.toEqual([]));
