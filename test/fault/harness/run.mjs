import { setTimeout as sleep } from 'node:timers/promises';
import { postJson, voteFor } from '../../bench/load/post.mjs';
import { check } from './checks.mjs';
import { until } from './installation.mjs';
import { Random } from './random.mjs';
import { SCENARIOS } from './scenarios.mjs';
import { Traffic } from './traffic.mjs';
import { Viewers } from './viewers.mjs';

/** How long the service may take from when the part is back until votes are taken and shown again (ms). */
export const RECOVERY_LIMITS_MS = {
  api: 5_000,
  worker: 15_000,
  redis: 15_000,
  postgres: 30_000,
  provider: 15_000,
};
/** Name of the violation that is about time and not about what is written. */
export const SLOW = 'recovery in time';
/** Everything quiet by then, or the checks say what is not. */
const QUIET_WITHIN_MS = 180_000;
const RECOVERED_WITHIN_MS = 240_000;
/** A question is asked again when it was not answered by then; on a machine that is busy with something else answers take seconds. */
const ANSWER_WITHIN_MS = { strict: 5_000, patient: 15_000 };
const BEFORE_MS = 1_000;
const AFTER_MS = 800;

/**
 * What a seed stands for: one terrible thing, every third time two at once, and all choices within them.
 * @returns names of scenarios
 */
export function scenariosOf(seed, only) {
  const names = Object.keys(SCENARIOS);
  if (only) return [only];
  const first = names[seed % names.length];
  const random = new Random(seed).fork('combination');
  const second = random.pick(names);
  return random.chance(1 / 3) && second !== first ? [first, second] : [first];
}

/**
 * One run: people vote and watch, terrible things happen, everything heals, and when it is quiet the books are checked.
 * @param options { installation, organiser, seed, only?: name, strictTimes?, strike?, rates?, quietWithinMs? }
 * @returns {Promise<{ seed, apis, scenarios, notes, violations, recoveryMs, votes, seconds }>}
 */
export async function runSeed({
  installation,
  organiser,
  seed,
  only,
  strictTimes = true,
  strike,
  rates,
  quietWithinMs = QUIET_WITHIN_MS,
}) {
  const began = performance.now();
  const random = new Random(seed);
  const scenarios = strike ? [only] : scenariosOf(seed, only);
  const contests = await organiser.contests();
  const probe = await organiser.probe();
  const traffic = new Traffic({
    installation,
    contests,
    random,
    freePerSecond: 15,
    paidPerSecond: 3,
    ...rates,
  });
  const viewers = new Viewers({ installation, contests, perApi: 2 });
  const scene = { installation, contests, traffic, viewers, random: random.fork('strike'), probe };
  const notes = [];
  installation.lastWords = [];
  const phase = (name) =>
    installation.note('harness', `seed ${seed}: ${name} after ${Math.round(performance.now() - began)} ms`);
  const violations = [];
  let recovery = { all: NaN };
  installation.note('harness', `seed ${seed}: ${scenarios.join(' + ')}`);
  try {
    const uploading = scenarios.some((name) => /API|every process|disk/.test(name));
    traffic.start();
    if (uploading) organiser.startUploading();
    await sleep(BEFORE_MS);
    const strikes = strike ? [{ part: 'worker', strike }] : scenarios.map((name) => SCENARIOS[name]);
    const outcomes = await Promise.all(
      strikes.map(async (one, nr) => {
        await sleep(nr * scene.random.between(0, 1_000));
        try {
          return { part: one.part, note: await one.strike(scene) };
        } catch (error) {
          // Of two things at once, one can make the other impossible: no table is locked in a database that is away.
          if (strikes.length === 1) throw error;
          return { part: one.part, note: `not done: ${error.message}` };
        }
      }),
    );
    phase('struck');
    await installation.allBack();
    await installation.heal();
    phase('healed');
    notes.push(...outcomes.map(({ note }) => note).filter(Boolean));
    recovery = await measureRecovery(scene, ANSWER_WITHIN_MS[strictTimes ? 'strict' : 'patient']);
    violations.push(...tooSlow(recovery, strikes, strictTimes));
    phase('recovered');
    await sleep(AFTER_MS);
    // On a machine that is busy, clients may have met nothing but silence so far.
    await until(
      () => hasBeenServed(traffic) && (!uploading || organiser.uploads.stored > 0),
      RECOVERED_WITHIN_MS,
    );
    if (uploading) await organiser.stopUploading();
    await traffic.stop();
    phase('all clients gone');
    await until(async () => (await check(scene)).length === 0, quietWithinMs, 500);
    violations.push(...(await check(scene)));
  } catch (error) {
    violations.push({ invariant: 'the run itself', wrong: String(error?.stack ?? error) });
    await organiser.stopUploading();
    await traffic.stop();
  } finally {
    viewers.close();
  }
  const states = [...traffic.votes.values()].map(({ state }) => state);
  const count = (state) => states.filter((one) => one === state).length;
  return {
    seed,
    apis: installation.apis,
    scenarios,
    notes,
    violations,
    recoveryMs: recovery,
    votes: {
      acknowledged: count('acknowledged'),
      refused: count('refused'),
      unknown: count('unknown'),
      payments: traffic.payments.length,
    },
    seconds: (performance.now() - began) / 1000,
  };
}

/** A vote was acknowledged and a payment begun: otherwise the checks would have nothing to look at. */
function hasBeenServed({ votes, payments, paidPerSecond }) {
  const isServed = [...votes.values()].some(({ state }) => state === 'acknowledged');
  return isServed && (payments.length > 0 || !paidPerSecond);
}

/**
 * From when everything is back: until every API that takes votes has taken one, and until every one that shows them shows these.
 * @returns `{ taken, shown, all }` in milliseconds; Infinity when it did not come about
 */
async function measureRecovery({ installation, probe }, answerWithinMs) {
  const began = performance.now();
  const since = () => performance.now() - began;
  const [casts, shows] = ['/api/votes/cast', `/api/contests/${probe.id}/public`];
  const takers = installation.answering(casts);
  const cast = async (api, nr) => {
    const vote = voteFor(probe.id, probe.people[0], `+23320000000${nr}`);
    const done = await until(async () => {
      const headers = { 'idempotency-key': crypto.randomUUID() };
      const url = installation.url(api) + casts;
      return (await postJson(url, vote, { headers, within: answerWithinMs })).status === 201;
    }, RECOVERED_WITHIN_MS);
    return done ? since() : Infinity;
  };
  const taken = Math.max(...(await Promise.all(takers.map(cast))));
  const show = async (api) => {
    const done = await until(async () => {
      const response = await fetch(installation.url(api) + shows, {
        signal: AbortSignal.timeout(answerWithinMs),
      });
      return (await response.json()).data.totalVotes >= takers.length;
    }, RECOVERED_WITHIN_MS);
    return done ? since() : Infinity;
  };
  const shown = Math.max(...(await Promise.all(installation.answering(shows).map(show))));
  return { taken, shown, all: shown };
}

function tooSlow({ taken, shown }, strikes, strictTimes) {
  const parts = strikes.map(({ part }) => part);
  // An API has recovered when it takes votes; everything else when they are shown again.
  const limit = strictTimes
    ? Math.max(...parts.map((part) => RECOVERY_LIMITS_MS[part]))
    : RECOVERED_WITHIN_MS;
  const time = parts.every((part) => part === 'api') ? taken : shown;
  if (time <= limit) return [];
  return [
    {
      invariant: SLOW,
      wrong: `${(time / 1000).toFixed(1)} s after it was back, ${limit / 1000} s are allowed`,
    },
  ];
}
