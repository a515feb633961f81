/**
 * Contests at their extremes, made through the API in a running platform with its demo data: what `all-screens.mjs` takes pictures of.
 * They are made once and found again by their titles.
 */

const LONG = 'Nana Akosua Konadu Agyeman-Rawlings Yeboah Mensah-Bonsu of Upper Dixcove';
const SHORT = ['Ama', 'Efo', 'Kwa'];
const FULL = [
  'Sena Blu',
  'Kojo Tempo',
  'Mawuena Adzo',
  'Yaw Sunrise',
  'Dzifa Star',
  'Abena Osei',
  'Kwesi Arhin',
];
const MANY_VOTES = 100_000;
const DAY_MS = 86_400_000;

const names = (count) => Array.from({ length: count }, (_, i) => `${FULL[i % FULL.length]} ${i + 1}`);

/** `votes` are given to the first contestants, in turn; `hidden` results; `end` states the contest is brought to. */
const VARIANTS = [
  { key: 'three', title: 'Three short names', categories: [SHORT], votes: [3, 1] },
  { key: 'twelve', title: 'Twelve nominees', categories: [names(12)], votes: [9, 8, 7, 7, 5, 4, 3, 2, 1] },
  { key: 'many', title: 'Sixty-two nominees', categories: [names(62)], votes: [61, 40, 33, 20, 8, 5] },
  {
    key: 'long',
    title:
      'A contest whose title is as long as the longest that its organiser could think of in an afternoon',
    categories: [
      [LONG, `${LONG.slice(0, 68)} B`, 'Ama'],
      ['Ama', LONG],
    ],
    votes: [12, 11],
  },
  { key: 'zero', title: 'No vote yet', categories: [names(4), names(3)], price: 1 },
  {
    key: 'millions',
    title: 'Four million votes',
    categories: [names(5)],
    votes: Array.from({ length: 41 }, (_, i) => (i < 22 ? MANY_VOTES : MANY_VOTES - i)),
  },
  { key: 'hidden', title: 'Hidden results', categories: [names(5), names(12)], votes: [6, 4], hidden: true },
  { key: 'draft', title: 'A draft', categories: [names(3)], draft: true, price: 0.5 },
  { key: 'paused', title: 'A paused contest', categories: [names(4)], votes: [4, 2], price: 2, paused: true },
  { key: 'ended', title: 'An ended contest', categories: [names(4)], votes: [4, 3, 3], ended: true },
  {
    key: 'electorate',
    title: 'An electorate',
    categories: [names(3)],
    verification: 'ELECTORATE',
    draft: true,
  },
  {
    key: 'categories',
    title: 'Twenty categories',
    categories: Array.from({ length: 20 }, (_, i) => names(3 + (i % 4))),
    votes: [5, 3, 2],
  },
];

/**
 * @param call `(method, path, body) => data`, signed in as the organiser
 * @returns ids by key, each with its first category
 */
export async function makeVariants(call) {
  const { 0: host } = await call('GET', '/hosts');
  const known = await call('GET', '/contests?pageSize=1000');
  const found = {};
  for (const variant of VARIANTS) {
    const before = known.find(({ title }) => title === variant.title);
    found[variant.key] = before ? before.id : await make(call, host.id, variant);
  }
  return found;
}

async function make(call, hostId, { title, categories, votes = [], price = 0, ...state }) {
  const contest = await call('POST', '/contests', {
    hostId,
    title,
    description: `${title}: how the screens look at their extremes.`,
    startDate: new Date(Date.now() - DAY_MS).toISOString(),
    endDate: new Date(Date.now() + 9 * DAY_MS).toISOString(),
    votePrice: price,
    showResults: !state.hidden,
    ...(state.verification && { verification: state.verification }),
  });
  const people = [];
  for (const [index, list] of categories.entries()) {
    const name = index === 0 ? 'Artiste of the Year' : `Category ${index + 1}`;
    const category = await call('POST', '/categories', {
      contestId: contest.id,
      name,
      description: 'Voted for on every phone.',
      order: index + 1,
    });
    const rows = list.map((person) => `${person},Known from Ho to Paga`).join('\n');
    const made = await call('POST', '/contestants/list', { categoryId: category.id, list: rows });
    people.push(...made.map(({ id }) => ({ categoryId: category.id, contestantId: id })));
  }
  if (state.draft) return contest.id;
  await call('PUT', `/contests/${contest.id}`, { status: 'ACTIVE' });
  for (const [index, voteCount] of votes.entries()) {
    await call('POST', '/votes/manual', {
      contestId: contest.id,
      ...people[index % people.length],
      voteCount,
      reason: 'For the pictures of the screens',
    });
  }
  if (state.paused) await call('PATCH', `/contests/${contest.id}/toggle-pause`);
  if (state.ended) await call('PUT', `/contests/${contest.id}`, { status: 'ENDED' });
  return contest.id;
}
