/**
 * What one part of an installation does, as measured. Sources: docs/measurements/server.md, the table "What one core does" of
 * docs/capacity.md, and the operations review named there. Tests compare what can be compared with the code and the manifests.
 */
export const FIGURES = {
  /** Votes a second that one process accepts with its limits, 64 to 256 connections (7,285 to 10,941), rounded down. */
  castsPerPod: 6_000,
  /** Share of a core at which the autoscaler adds a pod. */
  cpuTarget: 0.6,
  /** Viewers per pod at which it adds one, and at which an alert says that a pod is full. */
  viewersPerPod: 3_500,
  /** Messages to viewers a second from one core (5,000 viewers, bare). */
  messagesPerCore: 77_000,
  /** Bytes of a compact frame of counts (ADR 109): its head, and each contestant whose count changed, in a contest of millions of votes. */
  frameHeadBytes: 38,
  bytesPerContestant: 11,
  /** Bytes that IP, TCP and TLS add to each frame. */
  packetBytes: 78,
  /** Free memory a viewer takes in a process (KiB). */
  viewerKib: 12.4,
  /** Votes a second into one contest by the number of processes that write (review: 1 × 50, 32 × 50 and 85 × 16 connections). */
  oneContestByWriters: [
    { writers: 1, votes: 13_800 },
    { writers: 32, votes: 18_700 },
    { writers: 85, votes: 7_500 },
  ],
  /** Votes a second that the tally of one contest takes in, in rows of one vote over one connection: 58,245, rounded down (ADR 161). */
  foldPerContest: 58_000,
  /** Rows a second that one PostgreSQL inserts over four connections (bare); a vote is a row of votes and one of the ledger. */
  rowsPerSecond: 120_000,
  rowsPerVote: 2,
  /** Bytes of write-ahead log per vote. */
  logBytesPerVote: 1_500,
  /** Paid votes a second that one worker settles, the lower of two runs. */
  settlesPerWorker: 1_600,
  /**
   * Shares of the provider's calls per minute that begin payments while payers wait, and that begin some at once before (ADR 18, 65):
   * 0.9 × (0.95 - 2 × 0.25), divided into five sixths and one.
   */
  callsToBegin: 0.3375,
  callsAtOnce: 0.0675,
  /**
   * Of one core in a second (`npm run bench -- door`, the lower of two runs, rounded down): live connections admitted that watch a contest, pages of
   * one with 100 contestants, drawn and compressed for each visitor, and its public answers.
   */
  admissionsPerCore: 1_700,
  pagesPerCore: 300,
  answersPerCore: 8_000,
  /** Pause between two reads of a page without a live connection (seconds). */
  pollSeconds: 5,
  /** Connections to PostgreSQL beside the two pools: the readiness question's. */
  ownConnection: 1,
  hotPool: { cast: 6, live: 2, web: 6 },
  /** DATABASE_POOL_SIZE of live pods (k8s/roles/live). */
  livePoolSize: 3,
} as const;
