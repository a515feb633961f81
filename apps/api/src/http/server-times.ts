/** No request takes longer to arrive than this, in ms, whatever part of it is missing. */
export const REQUEST_WITHIN_MS = 30_000;

interface ServerTimes {
  headersTimeout: number;
  requestTimeout: number;
  connectionsCheckingInterval: number;
}

/**
 * Node's server options for that. It looks for late requests at intervals (30 s by default, which makes 30 s up to 60), so the interval is
 * part of the limit. A connection that sends nothing at all counts as a request whose headers are late.
 * @param withinMs the whole time
 */
export function serverTimes(withinMs: number): ServerTimes {
  const interval = withinMs / 30;
  const timeout = withinMs - interval;
  return { headersTimeout: timeout, requestTimeout: timeout, connectionsCheckingInterval: interval };
}
