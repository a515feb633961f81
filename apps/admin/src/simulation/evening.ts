import { bytesPerSecondOf, type MessageSettings, messagesTo } from '../capacity/messages.js';
import { payersPerSecond } from '../capacity/payers.js';
import { votesIntoOneContest } from '../capacity/plan.js';
import { Chance, Events, percentile, Station } from './queueing.js';
import { SERVICE_TIMES as T, viewerMs } from './service-times.js';

/** What is simulated. Usually all votes go into one contest, the hardest case. */
export interface SimulatedEvening {
  viewers: number;
  /** A second. */
  votes: number;
  /** Begun a second. */
  payments: number;
  /** Contestants whose counts change between two messages. */
  contestants: number;
  /** Categories that these are spread over. */
  categories: number;
  /** API processes that take votes, and that hold viewers; null: the same processes do both. */
  castPods: number;
  livePods: number | null;
  postgresCores: number;
  callsPerMinute: number;
  /** To viewers, bytes a second. */
  bandwidth: number;
  pace: MessageSettings;
  /** Redis and the senders of votes share PostgreSQL's cores, as on the machine of the benchmark. */
  isOneMachine?: boolean;
  /** All of these and the API processes share so many cores; in place of `postgresCores` and `isOneMachine`. */
  sharedCores?: number;
  /** Contests that the votes are spread over, 1 by default. */
  contests?: number;
  /** In place of a rate: so many votes under way at any time, as a load generator with so many connections sends them. */
  connections?: number;
}

export interface SimulatedStation {
  name: string;
  /** Share of its time that is used; one that is always busy falls behind for as long as the evening lasts. */
  load: number;
}

export interface Simulated {
  /** A second. */
  casts: number;
  castP50: number;
  castP99: number;
  /** From the answer to a vote until a screen shows it: in the total, and in the count of a contestant among the first places. */
  screenP50: number;
  screenP99: number;
  /** The most loaded first. */
  stations: SimulatedStation[];
  /** The first station with more to do than it can, if any. */
  bottleneck: SimulatedStation | undefined;
}

/** A station this full does not serve all that arrives, or only with queues of seconds. */
const FULL = 0.97;
const WARM_UP_MS = 1_000;
const ONE_SECOND = 1_000;
/** Votes of one simulated run: enough for a p99, few enough for seconds of computing. */
const MOST_VOTES = 20_000;
const LEAST_MS = 1_500;
const MOST_MS = 20_000;

/**
 * One evening at a steady rate, event by event: arrivals that do not know of each other, cores, batches with one write in flight per process, the
 * tally's runs, the pace of messages, the network and the provider. Pure: the same input gives the same result.
 */
export function simulate(evening: SimulatedEvening, seed = 16): Simulated {
  return new EveningRun(evening, seed).run();
}

class EveningRun {
  private readonly events = new Events();
  private readonly chance: Chance;
  private readonly pods: Station[];
  private readonly writers: Writer[];
  private readonly viewerCore: Station;
  private readonly database: Station;
  private readonly redis: Station;
  private readonly contestRow: Station;
  private readonly fold: Station;
  private readonly network: Station;
  private readonly provider: Station;
  private readonly casts: number[] = [];
  private readonly screens: number[] = [];
  /** Moments of answers that no tally, and those that no message has. */
  private unfolded: number[] = [];
  private unsent: number[] = [];
  private isFolding = false;
  private isSending = false;
  private sentAt = -Infinity;
  private readonly pauseMs: number;
  /** On the network, on average: a crowd is sent the first places, and all that changed once in a while (ADR 149), more seldom than one simulates. */
  private readonly bytesPerMessage: number;
  private isMeasuring = false;

  constructor(
    private readonly evening: SimulatedEvening,
    seed: number,
  ) {
    this.chance = new Chance(seed);
    const messages = messagesTo(evening, evening.pace);
    this.pauseMs = messages.pauseMs;
    this.bytesPerMessage = (bytesPerSecondOf(messages) * messages.pauseMs) / ONE_SECOND;
    const { castPods, livePods, postgresCores, sharedCores } = evening;
    const cores = sharedCores ? new Station('shared cores', this.events, sharedCores) : undefined;
    const station = (name: string, servers = 1, on?: Station): Station =>
      new Station(name, this.events, servers, on);
    this.pods = Array.from({ length: castPods }, () =>
      station('cores of API processes that take votes', 1, cores),
    );
    this.database = cores ?? station('cores of PostgreSQL', postgresCores);
    this.redis = evening.isOneMachine ? this.database : station('Redis', 1, cores);
    this.contestRow = station('commits into one contest');
    this.fold = station('the tally of one contest');
    this.viewerCore =
      livePods === null ? (this.pods[0] as Station) : station('cores of API processes that hold viewers');
    this.network = station('network to viewers');
    this.provider = station('calls that begin payments');
    this.writers = this.pods.map(() => new Writer());
  }

  run(): Simulated {
    const { votes, payments, connections } = this.evening;
    const length = Math.min(MOST_MS, Math.max(LEAST_MS, (MOST_VOTES / votes) * ONE_SECOND));
    if (connections) for (let i = 0; i < connections; i++) this.cast();
    else this.arrive(votes, () => this.cast());
    const callMs = ONE_SECOND / payersPerSecond(this.evening.callsPerMinute);
    if (payments > 0) this.arrive(payments, () => this.provider.take(callMs, () => undefined));
    this.events.runUntil(WARM_UP_MS);
    const all = [...new Set([...this.pods, this.database, this.redis, this.contestRow, this.fold])];
    const stations = [...all, this.viewerCore, this.network, this.provider].filter(
      ({ sharedCores }) => !sharedCores,
    );
    for (const one of stations) one.observe();
    this.isMeasuring = true;
    this.events.runUntil(WARM_UP_MS + length);
    return { casts: (this.casts.length / length) * ONE_SECOND, ...this.result(stations, callMs) };
  }

  private result(stations: readonly Station[], callMs: number): Omit<Simulated, 'casts'> {
    const loads = new Map<string, number>();
    for (const { name, utilization } of stations)
      loads.set(name, Math.max(loads.get(name) ?? 0, utilization));
    // Rare and slow: seconds of simulation are too short to see its share.
    loads.set(this.provider.name, (this.evening.payments * callMs) / ONE_SECOND);
    const sorted = [...loads].map(([name, load]) => ({ name, load })).sort((a, b) => b.load - a.load);
    return {
      castP50: percentile(this.casts, 0.5),
      castP99: percentile(this.casts, 0.99),
      screenP50: percentile(this.screens, 0.5),
      screenP99: percentile(this.screens, 0.99),
      stations: sorted,
      bottleneck: sorted.find(({ load }) => load > FULL),
    };
  }

  private arrive(perSecond: number, happens: () => void): void {
    const again = (): void => {
      happens();
      this.events.after(this.chance.exponential(ONE_SECOND / perSecond), again);
    };
    this.events.after(this.chance.exponential(ONE_SECOND / perSecond), again);
  }

  private cast(): void {
    const began = this.events.now;
    const at = Math.floor(this.chance.uniform() * this.pods.length);
    const [pod, writer] = [this.pods[at], this.writers[at]];
    if (!pod || !writer) return;
    if (this.evening.isOneMachine || this.evening.sharedCores)
      this.database.take(T.generatorPerVote.value, () => undefined);
    const readMs = T.apiPerVote.value * (1 - T.answerShare.value);
    pod.take(this.chance.erlang(readMs, 4), () =>
      this.redis.take(T.redisPerVote.value, () => {
        writer.waiting.push(began);
        this.write(pod, writer);
      }),
    );
  }

  /** One statement in flight per process takes all that waits. */
  private write(pod: Station, writer: Writer): void {
    if (writer.isWriting || writer.waiting.length === 0) return;
    writer.isWriting = true;
    const batch = writer.waiting.splice(0, T.batchVotes.value);
    const ms = T.writePerBatch.value + batch.length * T.writePerVote.value;
    const { castPods, contests = 1 } = this.evening;
    const perVote = ONE_SECOND / (contests * votesIntoOneContest(castPods));
    const answerMs = T.apiPerBatch.value + batch.length * T.apiPerVote.value * T.answerShare.value;
    const answered = (): void => {
      writer.isWriting = false;
      for (const began of batch) {
        if (this.isMeasuring) this.casts.push(this.events.now - began);
        this.unfolded.push(this.events.now);
        if (this.evening.connections) this.cast();
      }
      this.events.after(T.wake.value, () => this.runTally());
      this.write(pod, writer);
    };
    let left = 2;
    const written = (): void => {
      if (--left > 0) return;
      // The process reads its sockets in no particular order: the database's comes after some of the votes that wait.
      this.events.after(T.disk.value, () => pod.take(answerMs, answered, this.chance.uniform()));
    };
    // Writers of one contest hold each other up while their statements run.
    this.database.take(this.chance.erlang(ms, 4), written);
    this.contestRow.take(batch.length * perVote, written);
  }

  /** A run adds up what waits, and lasts at least a tenth of a second; the next begins when something came meanwhile. */
  private runTally(): void {
    if (this.isFolding || this.unfolded.length === 0) return;
    this.isFolding = true;
    const [began, taken] = [this.events.now, this.unfolded];
    this.unfolded = [];
    this.fold.take(T.foldPerRun.value + taken.length * T.foldPerVote.value, () => {
      for (const answered of taken) this.unsent.push(answered);
      this.send();
      this.events.after(Math.max(0, began + T.tallyRun.value - this.events.now), () => {
        this.isFolding = false;
        this.runTally();
      });
    });
  }

  /** To the viewers of one process, as every process does it at about the same time. */
  private send(): void {
    const { viewers, castPods, livePods, bandwidth } = this.evening;
    if (this.isSending || viewers === 0) return;
    this.isSending = true;
    const wait = Math.max(0, this.sentAt + this.pauseMs - this.events.now);
    this.events.after(wait, () => {
      this.isSending = false;
      this.sentAt = this.events.now;
      const answers = this.unsent;
      this.unsent = [];
      const ofProcess = viewers / (livePods ?? castPods);
      const coreMs = ofProcess * viewerMs(ofProcess);
      const networkMs = (viewers * this.bytesPerMessage * ONE_SECOND) / bandwidth;
      let slowest = 0;
      const done = (): void => {
        slowest++;
        if (slowest === 2 && this.isMeasuring) for (const answered of answers) this.note(answered, coreMs);
      };
      this.viewerCore.take(coreMs, done);
      this.network.take(networkMs, done);
    });
  }

  /** One of the screens: some are written to first, some last. */
  private note(answered: number, coreMs: number): void {
    this.screens.push(this.events.now - answered - coreMs * this.chance.uniform());
  }
}

class Writer {
  isWriting = false;
  readonly waiting: number[] = [];
}
