/** One measured duration, with where it comes from. */
interface Measured {
  readonly value: number;
  /** Which measurement, when, on which kind of machine. */
  readonly from: string;
}

const BENCH =
  'docs/measurements/server.md, November 22, 2026, two virtual cores (Xeon, KVM), API on one of them';

/** What the simulated parts take, in milliseconds unless the name says otherwise. */
export const SERVICE_TIMES = {
  /** One core, per vote: HTTP, checks, digests, limits asked, answer. And per batch: making the statement, reading its rows. */
  apiPerVote: { value: 0.055, from: `46 to 60 µs of the API's core per vote at 256 connections; ${BENCH}` },
  apiPerBatch: {
    value: 0.4,
    from: `57 to 77 µs per vote at 64 connections, where batches have a quarter of the votes; ${BENCH}`,
  },
  /** Share of `apiPerVote` that comes after the commit. */
  answerShare: {
    value: 0.3,
    from: 'an estimate from the profile: half of HTTP, PostgreSQL and the system, and of what the engine adds to them',
  },
  /** Redis, per vote: one script of the limits. */
  redisPerVote: { value: 0.012, from: `11 to 14 µs; ${BENCH}` },
  /** One core of PostgreSQL, per statement that writes a batch, and per vote in it. */
  writePerBatch: { value: 0.45, from: `a lone voter's statement; ${BENCH}` },
  writePerVote: {
    value: 0.04,
    from: `32 to 49 µs of PostgreSQL's core per vote, its tally included; ${BENCH}`,
  },
  /** Until the log is on the disk. */
  disk: { value: 0.2, from: `0.1 to 0.3 ms; ${BENCH}` },
  /** Votes in a batch at most, and the shortest run of a tally job: constants of the code. */
  batchVotes: { value: 500, from: 'libs/voting, vote-writer.ts' },
  tallyRun: { value: 100, from: 'libs/voting, tally.ts' },
  /** From the commit until the tally job has been woken. */
  wake: { value: 3, from: 'an estimate: two messages through Redis' },
  /** One tally: per run, and per vote. */
  foldPerRun: { value: 5, from: 'an estimate: one transaction and one message' },
  foldPerVote: {
    value: 1000 / 58_245,
    from: '58,245 votes/s in rows of one vote over one connection; docs/measurements/server.md, November 23, 2026',
  },
  /** One core, per message to one viewer, by the viewers of the process. */
  perViewer: {
    few: { viewers: 1_000, value: 1000 / 252_738, from: `252,738 messages/s to 1,000 viewers; ${BENCH}` },
    many: { viewers: 5_000, value: 1000 / 137_570, from: `137,570 messages/s to 5,000 viewers; ${BENCH}` },
  },
  /** What the load generator takes of the shared core, per vote: only in the comparison with runs on one machine. */
  generatorPerVote: { value: 0.014, from: `12 to 16 µs; ${BENCH}` },
} as const satisfies Record<string, Measured | Record<string, Measured & { readonly viewers: number }>>;

/** Milliseconds of a core per message to one viewer: as measured for few and for many, in between in proportion. */
export function viewerMs(viewers: number): number {
  const { few, many } = SERVICE_TIMES.perViewer;
  const share = Math.min(1, Math.max(0, (viewers - few.viewers) / (many.viewers - few.viewers)));
  return few.value + share * (many.value - few.value);
}

/** Runs of the whole product that the model is compared with. */
export const REAL_RUNS = {
  /** At 2,000 votes/s. */
  lags: [
    { viewers: 1_000, screenP50: 205, screenP99: 360, from: `\`npm run bench -- lag\`; ${BENCH}` },
    {
      viewers: 5_000,
      screenP50: 295,
      screenP99: 598,
      from: '`npm run bench -- model --viewers 5000 --seconds 10`; quiet machine, November 24, 2026',
    },
  ],
  peaks: [
    { connections: 64, votes: 7_285, from: `\`npm run bench -- cast\`; ${BENCH}` },
    { connections: 256, votes: 10_941, from: `\`npm run bench -- cast\`; ${BENCH}` },
    { connections: 1_000, votes: 8_718, from: `\`npm run bench -- cast\`; ${BENCH}` },
  ],
  /** The median and the range of three runs of one build. */
  halfPeak: {
    from: `\`npm run bench -- half-peak\`; ${BENCH}`,
    votes: 3_640,
    castP99: 17.9,
    castP99s: [14.5, 25.3],
  },
} as const;
