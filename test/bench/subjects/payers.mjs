import { setTimeout as sleep } from 'node:timers/promises';
import { benchContest } from '../load/data.mjs';
import { postJson, voteFor } from '../load/post.mjs';
import { judged } from '../lib/report.mjs';

/** What a live account allows, so that there is something to use up. */
const CALLS_PER_MINUTE = 600;
const SECONDS = 90;
const LOOPS = 4;
const HONEST_EVERY_MS = 1_000;
/** Payers who come last may still be waiting when the attack ends. */
const LAST_CALL_MS = 10_000;
const SHARE = 0.95;

/**
 * Honest payers, each from a network of their own, who come back when they are told, while one address casts paid votes and begins
 * payments as fast as it can. The API believes this process as a proxy, so that each payer has an address.
 */
export async function payersSubject(installation, { say }) {
  const contest = await benchContest(installation, { contestants: 4, price: 100 });
  await installation.simulator();
  const env = { TRUSTED_PROXIES: '127.0.0.1', PAYSTACK_CALLS_PER_MINUTE: CALLS_PER_MINUTE };
  const api = await installation.api({ env });
  const target = { url: `http://127.0.0.1:${api.port}`, contest };
  const without = await measure(target, false);
  say(`without an attacker ${JSON.stringify(without)}`);
  const attacked = await measure(target, true);
  say(`with one ${JSON.stringify(attacked)}`);
  await api.stop();
  return [
    judged(
      'honest payers served while one address begins payments ÷ all',
      'payers',
      attacked.served,
      `≥ ${SHARE}`,
      {
        limit: attacked.payers,
        ratio: attacked.served / attacked.payers,
        note: `longest wait ${attacked.longestWait.toFixed(0)} s; without an attacker ${without.served} of ${without.payers}, ${without.longestWait.toFixed(0)} s; the attacker began ${attacked.begunByAttacker}`,
      },
    ),
  ];
}

let phones = 0;

const post = (url, from, body) => postJson(url, body, { headers: { 'x-forwarded-for': from } });

/** @returns seconds from the cast to the payment page; null when it was refused or the time was over */
async function castAndPay({ url, contest }, from, until) {
  const began = performance.now();
  const vote = voteFor(contest.id, contest.people[0], `+23355${String(++phones).padStart(7, '0')}`);
  const cast = await post(`${url}/api/votes/cast`, from, vote);
  if (cast.status !== 201) return null;
  for (;;) {
    const begun = await post(`${url}/api/payments/paystack/initialize`, from, { voteId: cast.body.data.id });
    if (begun.status === 201) return (performance.now() - began) / 1000;
    const ms = (begun.body.retryAfter ?? 1) * 1000;
    if (begun.status !== 503 || performance.now() + ms > until) return null;
    await sleep(ms);
  }
}

async function measure(target, isAttacked) {
  const end = performance.now() + SECONDS * 1000;
  let begunByAttacker = 0;
  const attack = Array.from({ length: isAttacked ? LOOPS : 0 }, async () => {
    while (performance.now() < end) {
      const begun = await castAndPay(target, '198.51.100.7', performance.now()).catch(() => null);
      if (begun !== null) begunByAttacker++;
    }
  });
  const honest = [];
  for (let nr = 0; performance.now() < end; nr++) {
    const from = `203.0.${Math.floor(nr / 200) + (isAttacked ? 100 : 0)}.${(nr % 200) + 1}`;
    honest.push(castAndPay(target, from, end + LAST_CALL_MS).catch(() => null));
    await sleep(HONEST_EVERY_MS);
  }
  const waits = (await Promise.all(honest)).filter((wait) => wait !== null);
  await Promise.all(attack);
  return {
    payers: honest.length,
    served: waits.length,
    longestWait: Math.max(0, ...waits),
    begunByAttacker,
  };
}
