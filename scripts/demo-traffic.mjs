import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { main, numberFrom, Problem } from './lib/output.mjs';

/**
 * `npm run demo:traffic`: simulated voters on a running platform, so that a person can watch the boards move. They use the
 * public API like every voter. Free contests without a proof of the phone number; stops by itself or with Ctrl-C.
 */
const USAGE = 'Usage: npm run demo:traffic [-- --url URL] [--per-second N] [--minutes N]';
const OPTIONS = {
  url: { type: 'string', default: 'http://localhost:3000' },
  'per-second': { type: 'string', default: '5' },
  minutes: { type: 'string', default: '10' },
};

const say = (line) => process.stdout.write(`${line}\n`);
const read = async (url) => (await (await fetch(url)).json()).data;
const whole = (low, high) => low + Math.floor(Math.random() * (high - low + 1));

async function openFreeContests(url) {
  const list = await read(`${url}/api/contests/public?pageSize=100`);
  const open = list.filter(({ status, votePrice }) => status === 'ACTIVE' && votePrice === 0);
  const details = await Promise.all(open.map(({ id }) => read(`${url}/api/contests/${id}/public`)));
  return details.filter(({ verification }) => verification === 'OPEN');
}

/** Each contest has favourites, and they change every minute: otherwise the ranking never changes. */
function favourite(people) {
  const minute = Math.floor(Date.now() / 60_000);
  const luckOf = ({ id }) => {
    const draw = createHash('sha256').update(`${id}${minute}`).digest().readUInt32BE() / 2 ** 32;
    return (0.2 + draw ** 3) * Math.random();
  };
  const weighed = people.map((each) => ({ each, luck: luckOf(each) }));
  return weighed.sort((a, b) => b.luck - a.luck)[0]?.each;
}

/** @throws Error with the code of a refusal */
async function cast(url, vote) {
  const voterPhone = `+23324${String(whole(0, 9_999_999)).padStart(7, '0')}`;
  const answer = await fetch(`${url}/api/votes/cast`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ...vote, voteCount: whole(1, 3), voterPhone }),
  });
  const { code } = await answer.json();
  if (!answer.ok) throw new Error(code);
}

await main(async () => {
  const { url, 'per-second': rate, minutes: length } = parseArgs({ options: OPTIONS }).values;
  const perSecond = numberFrom('per-second', rate, [0.1, 200]);
  const minutes = numberFrom('minutes', length, [0.01, 600]);
  const contests = await openFreeContests(url);
  if (!contests.length) throw new Problem(`No free contest is open at ${url}.`);
  say(`${perSecond} votes a second for ${minutes} minutes on:`);
  for (const { id, title } of contests) say(`  ${url}/contests/${id}  ${title}`);
  const until = Date.now() + minutes * 60_000;
  const refused = {};
  let sent = 0;
  for (let next = Date.now(); next < until; next += 1000 / perSecond) {
    await sleep(Math.max(0, next - Date.now()));
    const { id, categories } = contests[whole(0, contests.length - 1)];
    const contestant = favourite(categories.flatMap(({ contestants }) => contestants));
    if (!contestant) continue;
    sent++;
    const vote = { contestId: id, categoryId: contestant.categoryId, contestantId: contestant.id };
    cast(url, vote).catch(({ message }) => (refused[message] = (refused[message] ?? 0) + 1));
    if (sent % Math.max(1, Math.round(perSecond * 5)) === 0) say(`  ${sent} votes sent`);
  }
  say(`${sent} votes sent; refused: ${JSON.stringify(refused)}`);
}, USAGE);
