import { randomInt, randomUUID } from 'node:crypto';
import { Agent, request as httpRequest } from 'node:http';
import { constants, setPriority } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import { answerJobs } from './child.mjs';

/**
 * A process that casts free votes, as an attacker or as honest voters: `{ port, contest, seconds, who }` is answered with what became of them.
 * It is believed as a proxy, so each vote has the address that it says.
 */
const ATTACKER_CONNECTIONS = 64;
const LEAST_PRIORITY = constants.priority.PRIORITY_LOW;
/** A token that cost nothing explains a vote when it is so old; voters take this long to choose a nominee and type their number. */
const TOKEN_AGE_MS = 5_500;
/** What a phone number may give per hour by default: the attacker takes all of it with each number. */
const VOTES_PER_NUMBER = 10;
/** Numbers of attackers and of honest voters are told apart by these prefixes, which are both assigned. */
export const PREFIX = { attacker: '+23355', honest: '+23324' };

let agent;

/** As the page does: what is unavailable for a moment is asked again with the same key, for a minute. */
const UNAVAILABLE_MS = 60_000;

async function postPatiently(counts, ...request) {
  const began = performance.now();
  for (;;) {
    const answer = await post(...request);
    const { code, retryAfter } = answer.body;
    const isPassing = (code === 'UNAVAILABLE' || code === 'OVERLOADED') && retryAfter;
    if (!isPassing || performance.now() - began >= UNAVAILABLE_MS) return answer;
    counts.repeated++;
    await sleep(retryAfter * 1000 + randomInt(500));
  }
}

/** As a browser does: once more when a connection that was kept is closed just then. The idempotency key keeps it one vote. */
async function post(...request) {
  try {
    return await postOnce(...request);
  } catch (error) {
    if (error.code !== 'ECONNRESET') throw error;
    return postOnce(...request);
  }
}

function postOnce(port, path, body, headers) {
  return new Promise((resolve, reject) => {
    const text = JSON.stringify(body);
    const call = httpRequest(
      {
        agent,
        port,
        path,
        method: 'POST',
        headers: {
          ...headers,
          'content-type': 'application/json',
          'content-length': Buffer.byteLength(text),
        },
      },
      (answer) => {
        const chunks = [];
        answer.on('data', (chunk) => chunks.push(chunk));
        answer.on('end', () =>
          resolve({ status: answer.statusCode, body: JSON.parse(Buffer.concat(chunks).toString()) }),
        );
        answer.on('error', reject);
      },
    );
    call.on('error', reject);
    call.end(text);
  });
}

/** Checks solved at once: one machine plays thousands of phones, and a check that shares it with hundreds of others would time out. */
const SOLVERS = 4;
let solving = 0;
const waiting = [];

async function solve(challenge) {
  if (solving >= SOLVERS) await new Promise((resolve) => waiting.push(resolve));
  else solving++;
  try {
    return await solveChallenge({ challenge, deriveKey, timeout: 600_000 });
  } finally {
    if (waiting.length) waiting.shift()();
    else solving--;
  }
}

/**
 * Cast one vote, solve the check that is asked for, and prove the number where that is asked for and can be done.
 * @param counts of honest voters, who repeat what is unavailable
 * @param sender.proof what proves the number once that is asked for: an attacker's numbers are invented and have none
 * @returns what became of it, and how often a check or a proof was asked for
 */
async function cast(
  { port, contest, counts },
  { phone, address, token, proof, deviceId, browserToken, voteCount = 1 },
) {
  const [person] = contest.people;
  const vote = {
    contestId: contest.id,
    categoryId: person.categoryId,
    contestantId: person.id,
    voteCount,
    voterPhone: phone,
  };
  const headers = {
    'x-forwarded-for': address,
    'idempotency-key': randomUUID(),
    ...(token && { 'x-voter-token': token }),
  };
  let challenge;
  for (let checks = 0; ; checks++) {
    const { status, body } = await (counts ? postPatiently.bind(null, counts) : post)(
      port,
      '/api/votes/cast',
      { ...vote, deviceId, browserToken, challenge },
      headers,
    );
    if (body.code === 'PHONE_NOT_VERIFIED' && proof && headers['x-voter-token'] !== proof) {
      headers['x-voter-token'] = proof;
      continue;
    }
    if (body.code !== 'CHALLENGE_REQUIRED' || checks === 2)
      return { became: status === 201 ? (body.data.held ? 'held' : 'counted') : body.code, checks };
    const issued = await post(port, '/api/votes/challenge', { contestId: contest.id }, headers);
    const solution = await solve(issued.body.data);
    challenge = Buffer.from(JSON.stringify({ challenge: issued.body.data, solution })).toString('base64');
  }
}

/** The token of a browser, and the person check that it may cost. @returns the token and how often a check was asked for */
async function tokenOf(port, address, deviceId) {
  const headers = { 'x-forwarded-for': address };
  const ask = async (challenge) =>
    (await post(port, '/api/voters/browser', { deviceId, challenge }, headers)).body.data;
  const first = await ask();
  if (!first.challenge) return { browserToken: first.browserToken, checks: 0 };
  const solution = await solve(first.challenge);
  const solved = Buffer.from(JSON.stringify({ challenge: first.challenge, solution })).toString('base64');
  return { browserToken: (await ask(solved)).browserToken, checks: 1 };
}

const hex = () => randomInt(0x10000).toString(16);
const one = (options) => options[randomInt(options.length)]();
/** Where attackers vote from, as a trusted proxy would say it. */
const ADDRESSES = {
  'one IPv4 address': () => '45.10.0.7',
  'an IPv4 pool': () => `${45 + randomInt(100)}.${randomInt(4)}.${randomInt(256)}.${1 + randomInt(254)}`,
  'an IPv6 /32': () => `2a0c:beef:${hex()}:${hex()}::1`,
  'all of these': () =>
    one([ADDRESSES['one IPv4 address'], ADDRESSES['an IPv4 pool'], ADDRESSES['an IPv6 /32']]),
  'one Ghanaian address': () => '154.160.3.9',
  'one Ghanaian address, with tokens': () => '154.160.3.9',
  'a Ghanaian pool': () => `154.${160 + randomInt(16)}.${randomInt(256)}.${1 + randomInt(254)}`,
};

async function attack({ port, contest, seconds, addresses }) {
  const counts = { sent: 0, counted: 0, held: 0, refused: 0, checks: 0 };
  const until = performance.now() + seconds * 1000;
  const loop = async () => {
    while (performance.now() < until) {
      const phone = `${PREFIX.attacker}${String(randomInt(10_000_000)).padStart(7, '0')}`;
      // Half of its votes name a device, each another one.
      const deviceId = randomInt(2) ? randomUUID() : undefined;
      const sender = { phone, address: ADDRESSES[addresses](), deviceId, voteCount: VOTES_PER_NUMBER };
      if (addresses.endsWith('with tokens')) {
        sender.deviceId ??= randomUUID();
        const { browserToken, checks: paid } = await tokenOf(port, sender.address, sender.deviceId);
        sender.browserToken = browserToken;
        counts.checks += paid;
        if (paid === 0) await sleep(TOKEN_AGE_MS);
      }
      const { became, checks } = await cast({ port, contest }, sender);
      counts.sent += VOTES_PER_NUMBER;
      counts.checks += checks;
      counts[became === 'counted' || became === 'held' ? became : 'refused'] += VOTES_PER_NUMBER;
    }
  };
  await Promise.all(Array.from({ length: ATTACKER_CONNECTIONS }, loop));
  return counts;
}

/** Voters behind ten addresses of carriers, evenly over the time, each with a phone of their own. @param tokens proofs by number, sent when they are asked for, or at once */
async function vote({ port, contest, seconds, voters, tokens, isAskedAtOnce, addresses = 10 }) {
  const counts = {
    voters,
    counted: 0,
    lost: 0,
    checked: 0,
    checkedTwice: 0,
    inBackground: 0,
    repeated: 0,
    reasons: {},
  };
  const began = performance.now();
  await Promise.all(
    numbersBelow(voters).map(async (nr) => {
      await sleep(Math.max(0, (nr / voters) * seconds * 1000 - (performance.now() - began)));
      const phone = honestPhone(nr);
      const voter = {
        phone,
        address: `154.160.0.${1 + (nr % addresses)}`,
        deviceId: randomUUID(),
        token: isAskedAtOnce ? tokens[phone] : undefined,
        proof: tokens[phone],
      };
      const page = await tokenOf(port, voter.address, voter.deviceId);
      voter.browserToken = page.browserToken;
      await sleep(TOKEN_AGE_MS);
      const { became, checks } = await cast({ port, contest, counts }, voter);
      // The page solves that of its token while the voter reads.
      counts.inBackground += page.checks;
      if (became === 'counted') counts.counted++;
      else {
        counts.lost++;
        counts.reasons[became] = (counts.reasons[became] ?? 0) + 1;
      }
      if (checks > 0) counts.checked++;
      if (checks > 1) counts.checkedTwice++;
    }),
  );
  return counts;
}

const numbersBelow = (count) => Array.from({ length: count }, (_, nr) => nr);

/** Far apart, as the numbers of people in one hall are. */
export function honestPhone(nr) {
  return `${PREFIX.honest}${String((nr * 7_919) % 10_000_000).padStart(7, '0')}`;
}

if (process.send)
  answerJobs(({ kind, ...job }) => {
    // The machine of an attacker is another one: its work must not take the processor from the server's and the voters'.
    if (kind === 'attack') setPriority(LEAST_PRIORITY);
    agent = new Agent({ keepAlive: true, maxSockets: 256 });
    return kind === 'attack' ? attack(job) : vote(job);
  });
