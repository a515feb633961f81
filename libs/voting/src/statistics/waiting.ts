/** Counted votes that wait longer than this to be folded make a sum incomplete: no worker runs. */
export const WAITING_TOO_LONG_MS = 10_000;
