import { createHash, timingSafeEqual } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { normalisePhone } from '@abato/contracts';
import {
  AppError,
  type Clock,
  CLOCK,
  type Environment,
  ENVIRONMENT,
  type Logger,
  LOGGER,
  readKeyList,
} from '@abato/platform';
import {
  dialledInputs,
  type Fields,
  type GatewayAnswer,
  type GatewayName,
  type GatewayRequest,
  GATEWAYS,
  type Screen,
} from './gateways.js';
import { CONFIRM, firstScreen, isOffered, LISTS, voucherScreen } from './machine.js';
import { repeatedAnswer } from './repeated-answer.js';
import { AWAY, type Session, type SessionKeys, SessionStore } from './session-store.js';
import { ussdScreens as t } from './texts.js';
import { type Caller, Turns } from './turns.js';

/** More inputs are no person's. */
const MOST_INPUTS = 60;
/** Answers requests of USSD gateways. A repeated request gets the same answer, and a session casts at most one vote (ADR 115). */
@Injectable()
export class UssdService {
  /** One, or those that are valid while it is changed; none: USSD is off. */
  private readonly secretDigests: Buffer[];
  /** Requests under way: the same one beside it gets the same answer. */
  private readonly underWay = new Map<string, Promise<Screen>>();

  constructor(
    @Inject(ENVIRONMENT) private readonly env: Environment,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(LOGGER) private readonly log: Logger,
    private readonly sessions: SessionStore,
    private readonly turns: Turns,
  ) {
    const secrets = env.USSD_SECRET ? readKeyList(env.USSD_SECRET) : [];
    this.secretDigests = secrets.map(({ value }) => digestOf(value));
  }

  /**
   * Answer one request.
   * @param secret from the path: what tells a gateway from other callers
   * @throws AppError NOT_FOUND for a wrong secret, or when USSD is off; MALFORMED_REQUEST for a body that is no request of the gateway
   */
  async answer(gateway: GatewayName, secret: string, body: unknown): Promise<GatewayAnswer> {
    const given = digestOf(secret);
    if (!this.secretDigests.some((known) => timingSafeEqual(given, known))) throw new AppError('NOT_FOUND');
    const { read, write } = GATEWAYS[gateway];
    const fields = typeof body === 'object' && body !== null && !Array.isArray(body) ? (body as Fields) : {};
    const request = read(fields);
    if (!request) throw new AppError('MALFORMED_REQUEST');
    return write(await this.screenFor(gateway, request), fields);
  }

  private async screenFor(gateway: GatewayName, request: GatewayRequest): Promise<Screen> {
    if (request.input.kind === 'gone') return { text: t.ended, goesOn: false };
    const phone = ghanaianPhone(request.phone);
    if (!phone) return { text: t.notGhanaian, goesOn: false };
    const keys = this.sessions.keysOf(gateway, request.sessionId, phone);
    const caller: Caller = { phone, network: request.network, voteKey: keys.vote };
    const name = `${keys.redis} ${JSON.stringify(request.input)}`;
    const running = this.underWay.get(name);
    if (running) return running;
    const work = this.go(request.input, keys, caller).finally(() => this.underWay.delete(name));
    this.underWay.set(name, work);
    return work;
  }

  private async go(
    input: Exclude<GatewayRequest['input'], { kind: 'gone' }>,
    keys: SessionKeys & { redis: string },
    caller: Caller,
  ): Promise<Screen> {
    try {
      const session = await this.sessions.read(keys.redis);
      // The answer is not written either: that would be a second wait, and might replace a session that has gone on.
      if (session === AWAY) return await this.begin(input, { ...keys, redis: null }, caller);
      const repeated = session && repeatedAnswer(session, input, this.clock.now(), this.env);
      if (repeated) {
        await this.noteRepeated(session, input, keys);
        return repeated;
      }
      if (session) return await this.goOn(session, input, keys, caller);
      return await this.begin(input, keys, caller);
    } catch (error) {
      // Nothing is kept: the same request again goes the same way, with the same key for its vote.
      this.log.error({ err: error }, 'a USSD request failed');
      return { text: t.tryAgain, goesOn: false };
    }
  }

  /** Without a count of requests, the same input can be taken for a repetition of the one before a confirmation only once. */
  private async noteRepeated(
    session: Session,
    input: GatewayRequest['input'],
    keys: SessionKeys,
  ): Promise<void> {
    if (session.state.at !== 'confirm' || input.kind !== 'next' || input.sequence !== null) return;
    if (session.last.screen.goesOn && isOffered(session.state, input.text) && !session.last.repeated)
      await this.sessions.write(keys.redis, { ...session, last: { ...session.last, repeated: true } });
  }

  private async begin(
    input: Exclude<GatewayRequest['input'], { kind: 'gone' }>,
    keys: SessionKeys,
    caller: Caller,
  ): Promise<Screen> {
    const inputs =
      input.kind === 'dial'
        ? dialledInputs(input.text, this.env.USSD_CODE)
        : input.kind === 'all'
          ? input.inputs
          : [];
    if (input.kind === 'next' || inputs.length) {
      // The session may have been lost after its vote. A number that is dialled at once is confirmed again, with the same text.
      const screen =
        (await this.turns.castAlready(caller)) ??
        (input.kind === 'next' ? await this.turns.verifiedAlready(caller) : null);
      if (screen) return screen;
    }
    if (input.kind === 'next') return { text: t.lost(this.env.USSD_CODE), goesOn: false };
    const waiting = await this.turns.waitingVoucher(caller, inputs, input.kind === 'all');
    const { state, text } = waiting ? voucherScreen(waiting) : firstScreen();
    const screen = { text, goesOn: true };
    const session: Session = {
      state,
      inputs: 0,
      first: screen,
      last: {
        screen,
        input: null,
        sequence: input.kind === 'dial' ? 1 : null,
        at: this.clock.now().getTime(),
      },
    };
    if (!inputs.length || waiting) {
      await this.sessions.write(keys.redis, { ...session, inputs: inputs.length });
      return screen;
    }
    return this.take(session, inputs, keys, caller, true);
  }

  private async goOn(
    session: Session,
    input: GatewayRequest['input'],
    keys: SessionKeys,
    caller: Caller,
  ): Promise<Screen> {
    if (input.kind === 'all') return this.take(session, input.inputs.slice(session.inputs), keys, caller);
    if (input.kind !== 'next') return session.last.screen;
    return this.take(
      { ...session, last: { ...session.last, sequence: input.sequence } },
      [input.text],
      keys,
      caller,
    );
  }

  /** Take inputs one after the other, and keep where the session is then. */
  private async take(
    session: Session,
    inputs: readonly string[],
    keys: SessionKeys,
    caller: Caller,
    isFirst = false,
  ): Promise<Screen> {
    let { state } = session;
    let screen = session.last.screen;
    // Lines of lists that were chosen in a lost session may name others by now: what they lead to is shown before it is confirmed.
    let isUnseen = isFirst && inputs[0] === LISTS;
    for (const input of inputs.slice(0, MOST_INPUTS)) {
      if (isUnseen && state.at === 'confirm' && input === CONFIRM) {
        isUnseen = false;
        continue;
      }
      const turn = await this.turns.take(state, input, caller);
      screen = turn.screen;
      state = turn.state;
      if (!screen.goesOn) break;
    }
    await this.sessions.write(keys.redis, {
      state,
      inputs: session.inputs + inputs.length,
      first: isFirst ? screen : session.first,
      last: {
        screen,
        input: inputs.at(-1) ?? null,
        sequence: session.last.sequence,
        at: this.clock.now().getTime(),
      },
    });
    return screen;
  }
}

/** Digests have one length, so that comparing takes the same time for every secret. */
function digestOf(secret: string): Buffer {
  return createHash('sha256').update(secret).digest();
}

/** E.164 of what gateways write: `233…`, `+233…`, `00233…` or `0…`; null for a number that is not Ghanaian. */
function ghanaianPhone(text: string): string | null {
  const digits = text.replace(/[\s+-]/g, '').replace(/^00/, '');
  return normalisePhone(digits.startsWith('233') ? `+${digits}` : digits);
}
