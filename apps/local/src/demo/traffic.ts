import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import type { PageBody, PublicContestSummary, PublicContestView, SuccessBody } from '@abato/contracts';
import { Random } from './random.js';

/**
 * `npm run demo:traffic`: simulated voters on a running platform, so that a person can watch the boards move. They use the
 * public API like every voter. Free contests without a proof of the phone number; stops by itself or with Ctrl-C.
 */
async function run(): Promise<void> {
  const { values } = parseArgs({
    options: {
      url: { type: 'string', default: 'http://localhost:3000' },
      'per-second': { type: 'string', default: '5' },
      minutes: { type: 'string', default: '10' },
    },
  });
  const perSecond = bounded('--per-second', values['per-second'], 0.1, 200);
  const minutes = bounded('--minutes', values.minutes, 0.01, 600);
  const contests = await openFreeContests(values.url);
  if (!contests.length) throw new Error(`No free contest is open at ${values.url}.`);
  say(`${perSecond} votes a second for ${minutes} minutes on:`);
  for (const { id, title } of contests) say(`  ${values.url}/contests/${id}  ${title}`);
  const random = new Random(String(Date.now()));
  const until = Date.now() + minutes * 60_000;
  const refused: Record<string, number> = {};
  let sent = 0;
  for (let next = Date.now(); next < until; next += 1000 / perSecond) {
    await sleep(Math.max(0, next - Date.now()));
    const { id, categories } = random.pick(contests);
    const contestant = favourite(
      categories.flatMap(({ contestants }) => contestants),
      random,
    );
    if (!contestant) continue;
    sent++;
    const vote = { contestId: id, categoryId: contestant.categoryId, contestantId: contestant.id };
    void cast(values.url, vote, random).catch(({ message }: Error) => {
      refused[message] = (refused[message] ?? 0) + 1;
    });
    if (sent % Math.max(1, Math.round(perSecond * 5)) === 0) say(`  ${sent} votes sent`);
  }
  say(`${sent} votes sent; refused: ${JSON.stringify(refused)}`);
}

const say = (line: string): boolean => process.stdout.write(`${line}\n`);

async function read<T>(url: string): Promise<T> {
  return (await (await fetch(url)).json()) as T;
}

async function openFreeContests(url: string): Promise<PublicContestView[]> {
  const list = await read<PageBody<PublicContestSummary>>(`${url}/api/contests/public?pageSize=100`);
  const open = list.data.filter((contest) => contest.status === 'ACTIVE' && contest.votePrice === 0);
  const details = open.map(({ id }) =>
    read<SuccessBody<PublicContestView>>(`${url}/api/contests/${id}/public`),
  );
  return (await Promise.all(details))
    .map(({ data }) => data)
    .filter(({ verification }) => verification === 'OPEN');
}

/** Each contest has favourites, and they change every minute: otherwise the ranking never changes. */
function favourite<T extends { id: string }>(people: T[], random: Random): T | undefined {
  const minute = Math.floor(Date.now() / 60_000);
  const weighed = people.map((each) => {
    const weight = 0.2 + new Random(`${each.id}${minute}`).next() ** 3;
    return { each, luck: weight * random.next() };
  });
  return weighed.sort((a, b) => b.luck - a.luck)[0]?.each;
}

/** @throws Error with the code of a refusal */
async function cast(url: string, vote: object, random: Random): Promise<void> {
  const voterPhone = `+23324${String(random.whole(0, 9_999_999)).padStart(7, '0')}`;
  const answer = await fetch(`${url}/api/votes/cast`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ...vote, voteCount: random.whole(1, 3), voterPhone }),
  });
  if (!answer.ok) throw new Error(((await answer.json()) as { code: string }).code);
  await answer.body?.cancel();
}

function bounded(name: string, text: string, low: number, high: number): number {
  const value = Number(text);
  if (!(value >= low && value <= high)) throw new Error(`${name} must be a number from ${low} to ${high}`);
  return value;
}

run().catch((error: Error) => {
  process.stderr.write(`${error.message}\n`);
  process.exit(1);
});
