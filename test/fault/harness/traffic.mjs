import { setTimeout as sleep } from 'node:timers/promises';
import { postJson, voteFor } from '../../bench/load/post.mjs';
import { bodyOf, hiddenCounts } from './shown-checks.mjs';

/** A client gives up one request after this long and repeats it. */
const ANSWER_WITHIN_MS = 4_000;
/** Requests under way at most; arrivals beyond it are people who did not get through to us. */
const MOST_UNDER_WAY = 400;
/** Voters go on repeating a request this long after the evening has ended. */
const PATIENCE_MS = 40_000;
/** What a repeated request cannot change. */
const FINAL = new Set([400, 402, 403, 404, 409, 421]);
const PAYMENTS = '/api/payments/paystack';

/**
 * People: they arrive independently of each other and of how fast they are answered (open loop), vote, repeat a request that got no
 * answer under its key, pay, change their minds. Everything each of them was told is kept, for the checks.
 */
export class Traffic {
  /** By idempotency key: `{ contest, contestant, votes, state: 'acknowledged' | 'refused' | 'unknown', voteId }`. */
  votes = new Map();
  /** `{ voteId, reference, plan }` of votes with a payment begun. */
  payments = [];
  skipped = 0;
  /** A hidden count that an answer gave away. */
  leaks = [];
  /** Requests that a process refused because they are another role's. */
  misrouted = [];
  #running = false;
  #underWay = new Set();
  #phones = 0;

  /** @param options { installation, contests: { free, hidden, paid }, random, freePerSecond, paidPerSecond } */
  constructor(options) {
    Object.assign(this, options);
  }

  start() {
    this.#running = true;
    this.loops = [
      this.#arrivals(this.random.fork('free'), this.freePerSecond, (random) => this.#voteFreely(random)),
      this.#arrivals(this.random.fork('paid'), this.paidPerSecond, (random) => this.#votePaid(random)),
      this.#arrivals(this.random.fork('readers'), 4, (random) => this.#read(random)),
    ];
  }

  /** Nobody new arrives; those who are there finish or give up. */
  async stop() {
    this.#running = false;
    this.until = performance.now() + PATIENCE_MS;
    await Promise.all(this.loops);
    await Promise.all(this.#underWay);
  }

  async #arrivals(random, perSecond, work) {
    let due = performance.now();
    while (this.#running) {
      due += random.gap(perSecond);
      const wait = due - performance.now();
      if (wait > 1) await sleep(wait);
      // Drawn also for those who are skipped: the others' choices do not depend on how fast this machine is.
      const own = random.fork('one');
      random.next();
      if (this.#underWay.size >= MOST_UNDER_WAY) {
        this.skipped++;
        continue;
      }
      const done = work(own)
        .catch(() => {})
        .finally(() => this.#underWay.delete(done));
      this.#underWay.add(done);
    }
  }

  get #late() {
    return !this.#running && performance.now() > this.until;
  }

  /** One request to one of the APIs that answer it. @returns `{ status, body }`; status 0 when there was no answer */
  async #ask(random, method, path, body, headers = {}) {
    const api = random.pick(this.installation.answering(path));
    try {
      const response = await fetch(this.installation.url(api) + path, {
        method,
        headers: { ...(body && { 'content-type': 'application/json' }), ...headers },
        body: body ? JSON.stringify(body) : null,
        signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
      });
      if (response.status === 421) this.misrouted.push(`${method} ${path.split('?')[0]} at ${api}`);
      return { status: response.status, body: await bodyOf(response) };
    } catch {
      return { status: 0, body: {} };
    }
  }

  /** Cast under one key until there is an answer or the patience ends. @returns the vote's id, or null */
  async #cast(random, contest, { votes, email }) {
    const person = random.pick(contest.people);
    const key = random.uuid();
    const stubborn = random.chance(0.9);
    const record = { contest, contestant: person.id, votes, state: 'unknown', voteId: null };
    this.votes.set(key, record);
    const phone = `+23324${String(++this.#phones % 10_000_000).padStart(7, '0')}`;
    const body = {
      ...voteFor(contest.id, person, phone, votes),
      ...(email && { voterEmail: `voter-${this.#phones}@example.com` }),
    };
    let unanswered = false;
    for (let tries = 0; ; tries++) {
      const { status, body: answer } = await this.#ask(random, 'POST', '/api/votes/cast', body, {
        'idempotency-key': key,
      });
      if (status === 201) {
        Object.assign(record, { state: 'acknowledged', voteId: answer.data.id });
        return record.voteId;
      }
      // A refusal says that nothing was written, unless an earlier try without an answer may still be on its way.
      if (FINAL.has(status)) {
        if (!unanswered) Object.assign(record, { state: 'refused', status, code: answer.code });
        return null;
      }
      unanswered ||= status === 0 || status >= 500;
      if (!stubborn || this.#late) return null;
      await sleep(pauseAfter(tries, random));
    }
  }

  async #voteFreely(random) {
    const contest = random.chance(0.75) ? this.contests.free : this.contests.hidden;
    await this.#cast(random, contest, { votes: random.between(1, 3), email: false });
  }

  async #votePaid(random) {
    const voteId = await this.#cast(random, this.contests.paid, {
      votes: random.between(1, 5),
      email: random.chance(0.3),
    });
    if (!voteId) return;
    const payment = { voteId, reference: null, plan: planOf(random) };
    this.payments.push(payment);
    for (let tries = 0; !payment.reference; tries++) {
      const { status, body } = await this.#ask(random, 'POST', `${PAYMENTS}/initialize`, { voteId });
      if (status === 201) payment.reference = body.data.reference;
      else if (FINAL.has(status) || this.#late) return;
      else await sleep(pauseAfter(tries, random));
    }
    await sleep(random.between(20, 300));
    if (payment.plan !== 'walks away') await this.#pay(random, payment);
    if (random.chance(0.4)) await this.#ask(random, 'GET', `${PAYMENTS}/verify/${payment.reference}`);
  }

  /** What the payer does at the provider, which is reached past every fault of ours. */
  async #pay(random, payment) {
    const outcome = payment.plan === 'declined' ? 'failed' : 'success';
    while (!this.#late) {
      const url = `${this.installation.simulatorUrl}/simulator/transactions/${payment.reference}/complete`;
      const answer = await postJson(url, { outcome }, { within: ANSWER_WITHIN_MS }).catch(() => null);
      if (answer && answer.status < 500) return;
      await sleep(300);
    }
  }

  /** A viewer looks at a contest, as a page or as an open page asks for it; at one with hidden results most of all. */
  async #read(random) {
    const contest = random.pick([
      this.contests.free,
      this.contests.hidden,
      this.contests.hidden,
      this.contests.paid,
    ]);
    const path = random.chance(0.3) ? `/contests/${contest.id}` : `/api/contests/${contest.id}/public`;
    const { status, body } = await this.#ask(random, 'GET', path);
    if (contest.hidden && status === 200) this.leaks.push(...hiddenCounts(body));
  }
}

/** Milliseconds until a client repeats its request: longer each time, so that repeats alone keep no service down. */
function pauseAfter(tries, random) {
  return random.between(100, 500) * 2 ** Math.min(tries, 4);
}

function planOf(random) {
  const draw = random.next();
  if (draw < 0.8) return 'pays';
  return draw < 0.9 ? 'declined' : 'walks away';
}
