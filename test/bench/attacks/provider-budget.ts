/**
 * One address casts paid votes and begins payments as fast as it can, while honest payers on networks of their own do the same
 * at a steady pace and come back when they are told. The API must trust the caller as a proxy (TRUSTED_PROXIES) and share a
 * budget of 600 calls a minute (PAYSTACK_CALLS_PER_MINUTE), so that there is something to use up.
 */
interface Target {
  /** Origin of the API. */
  url: string;
  /** A paid contest that takes votes. */
  contest: { id: string; categoryId: string; contestantId: string };
  /** Length of each of the two measurements. Seconds. */
  seconds?: number;
}

interface Figures {
  payers: number;
  served: number;
  share: number;
  /** From the first question to the payment page, slowest payer. Seconds. */
  longestWait: number;
}

const LOOPS = 4;
const HONEST_EVERY_MS = 1_000;
/** Payers who come last may still be waiting when the attack ends. */
const LAST_CALL_MS = 10_000;

let phones = 0;

async function post(url: string, from: string, body: object): Promise<{ status: number; body: Answer }> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': from },
    body: JSON.stringify(body),
  });
  return { status: response.status, body: (await response.json()) as Answer };
}

interface Answer {
  data?: { id?: string };
  retryAfter?: number;
}

async function castAndPay(target: Target, from: string, until: number): Promise<number | null> {
  phones += 1;
  const { id: contestId, categoryId, contestantId } = target.contest;
  const voterPhone = `+23355${String(phones % 10_000_000).padStart(7, '0')}`;
  const began = Date.now();
  const cast = await post(`${target.url}/api/votes/cast`, from, {
    ...{ contestId, categoryId, contestantId },
    ...{ voteCount: 1, voterPhone },
  });
  if (cast.status !== 201) return null;
  for (;;) {
    const begun = await post(`${target.url}/api/payments/paystack/initialize`, from, {
      voteId: cast.body.data?.id,
    });
    if (begun.status === 201) return (Date.now() - began) / 1000;
    const ms = (begun.body.retryAfter ?? 1) * 1000;
    if (begun.status !== 503 || Date.now() + ms > until) return null;
    await pause(ms);
  }
}

async function measure(target: Target, attacked: boolean): Promise<Figures> {
  const end = Date.now() + (target.seconds ?? 90) * 1000;
  const attack = Array.from({ length: attacked ? LOOPS : 0 }, async () => {
    while (Date.now() < end) await castAndPay(target, '198.51.100.7', Date.now()).catch(() => undefined);
  });
  const honest: Promise<number | null>[] = [];
  for (let nr = 0; Date.now() < end; nr++) {
    const from = `203.0.${Math.floor(nr / 200) + (attacked ? 100 : 0)}.${(nr % 200) + 1}`;
    honest.push(castAndPay(target, from, end + LAST_CALL_MS).catch(() => null));
    await pause(HONEST_EVERY_MS);
  }
  const waits = (await Promise.all(honest)).filter((wait) => wait !== null);
  await Promise.all(attack);
  return {
    payers: honest.length,
    served: waits.length,
    share: waits.length / honest.length,
    longestWait: Math.max(0, ...waits),
  };
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

export default {
  name: 'budget of the payment provider',
  /** @returns honest payers served without and with the attacker; at least 95 % of them must be served with it */
  async run(target: Target): Promise<{ without: Figures; with: Figures; met: boolean }> {
    const without = await measure(target, false);
    const attacked = await measure(target, true);
    return { without, with: attacked, met: attacked.share >= 0.95 };
  },
};
