import type { PageBody, PublicContestSummary, PublicContestView, SuccessBody } from '@abato/contracts';
import { Random } from './random.js';

/**
 * `npm run demo:traffic`: simulated voters on a running platform, so that a person can watch the boards move. They use the
 * public API like every voter. Free contests without a proof of the phone number; stops by itself or with Ctrl-C.
 */
const SWITCHES = { url: 'http://localhost:3000', perSecond: '5', minutes: '10' };

async function run(): Promise<void> {
  const options = { ...SWITCHES, ...switches(process.argv.slice(2)) };
  const perSecond = bounded('--per-second', options.perSecond, 0.1, 200);
  const minutes = bounded('--minutes', options.minutes, 0.01, 600);
  const contests = await openFreeContests(options.url);
  if (!contests.length) throw new Error(`No free contest is open at ${options.url}.`);
  process.stdout.write(
    `${perSecond} votes a second for ${minutes} minutes on:\n${contests.map((c) => `  ${options.url}/contests/${c.id}  ${c.title}\n`).join('')}`,
  );
  const random = new Random(String(Date.now()));
  // Each contest has favourites, and they change every minute: otherwise the ranking never changes.
  const mood = new Map<string, number>();
  const until = Date.now() + minutes * 60_000;
  const refused = new Map<string, number>();
  let sent = 0;
  for (let next = Date.now(); next < until; next += 1000 / perSecond) {
    await new Promise((resolve) => setTimeout(resolve, Math.max(0, next - Date.now())));
    const contest = random.pick(contests);
    const people = contest.categories.flatMap((category) => category.contestants);
    const moment = Math.floor(Date.now() / 60_000);
    const person = people
      .map((each) => ({ each, weight: weightOf(mood, `${each.id}${moment}`, random) * random.next() }))
      .sort((a, b) => b.weight - a.weight)[0]?.each;
    if (!person) continue;
    sent++;
    void fetch(`${options.url}/api/votes/cast`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        contestId: contest.id,
        categoryId: person.categoryId,
        contestantId: person.id,
        voteCount: random.whole(1, 3),
        voterPhone: `+23324${String(random.whole(0, 9_999_999)).padStart(7, '0')}`,
      }),
    }).then(
      async (answer) => {
        if (answer.ok) return answer.body?.cancel();
        const { code } = (await answer.json()) as { code: string };
        refused.set(code, (refused.get(code) ?? 0) + 1);
      },
      (error: Error) => refused.set(error.message, (refused.get(error.message) ?? 0) + 1),
    );
    if (sent % Math.max(1, Math.round(perSecond * 5)) === 0) process.stdout.write(`  ${sent} votes sent\n`);
  }
  process.stdout.write(`${sent} votes sent; refused: ${JSON.stringify(Object.fromEntries(refused))}\n`);
}

async function openFreeContests(url: string): Promise<PublicContestView[]> {
  const list = (await (
    await fetch(`${url}/api/contests/public?pageSize=100`)
  ).json()) as PageBody<PublicContestSummary>;
  const open = list.data.filter((contest) => contest.status === 'ACTIVE' && contest.votePrice === 0);
  const details = await Promise.all(
    open.map(async ({ id }) => {
      const detail = (await (
        await fetch(`${url}/api/contests/${id}/public`)
      ).json()) as SuccessBody<PublicContestView>;
      return detail.data;
    }),
  );
  return details.filter(({ verification }) => verification === 'OPEN');
}

function weightOf(mood: Map<string, number>, key: string, random: Random): number {
  const known = mood.get(key);
  if (known !== undefined) return known;
  const weight = 0.2 + random.next() ** 3;
  mood.set(key, weight);
  return weight;
}

function switches(args: string[]): Partial<typeof SWITCHES> {
  const names: Record<string, keyof typeof SWITCHES> = {
    '--url': 'url',
    '--per-second': 'perSecond',
    '--minutes': 'minutes',
  };
  const found: Partial<typeof SWITCHES> = {};
  for (let i = 0; i < args.length; i += 2) {
    const name = names[args[i] ?? ''];
    const value = args[i + 1];
    if (!name || value === undefined)
      throw new Error('Usage: npm run demo:traffic -- [--url URL] [--per-second N] [--minutes N]');
    found[name] = value;
  }
  return found;
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
