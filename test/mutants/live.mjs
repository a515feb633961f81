const GATEWAY = {
  file: 'apps/api/src/live/live.gateway.ts',
  spec: 'apps/api/src/live/live.gateway.spec.ts',
};

/** Mutants of what viewers are sent. */
export const LIVE = [
  {
    name: 'live: a socket watches 20,000 contests',
    text: 'const MAX_WATCHED_PER_SOCKET = 20;',
    replacement: 'const MAX_WATCHED_PER_SOCKET = 20_000;',
    ...GATEWAY,
  },
  {
    name: 'live: boards are sent without a pace',
    text: 'const MIN_INTERVAL_MS = 250;',
    replacement: 'const MIN_INTERVAL_MS = 0;',
    ...GATEWAY,
  },
  {
    name: 'live: nothing is sent when results are shown',
    text: '    if (showResults) {\n',
    replacement: '    if (false as boolean) {\n',
    ...GATEWAY,
  },
  {
    name: 'live: hidden counts are sent',
    text: 'if (!contest?.shown) return this.fanout.forget(contestId);',
    replacement: 'if (!contest) return this.fanout.forget(contestId);',
    ...GATEWAY,
  },
];
