/** Budgets and figures of the web app count decimal kilobytes. */
export const KILOBYTE = 1000;

/** Bytes of code and style a contest page may cost before the first tap (ADR 51). */
export const CODE_BUDGET = 120 * KILOBYTE;

/** The files of a contest page's first load; others are fetched while the drawn page is idle, for the first tap (ADR 51). */
export const FIRST_LOAD = /\/assets\/(shell|rolldown-runtime|contest-page|live-connection|register)-/;

const CODE = new Set(['Script', 'Stylesheet']);

/**
 * What a page loaded of code and style, as it went over the wire: bodies, compressed. Headers are left out: their size is the server's and
 * the connection's, not the code's.
 * @param {Iterable<{ method: string, params: object }>} events of the browser's debugging protocol, domain Network, of the page alone
 * @returns {{ url: string, bytes: number }[]} one entry a file
 */
export function codeSent(events) {
  const files = new Map();
  const bytes = new Map();
  for (const { method, params } of events) {
    if (method === 'Network.responseReceived' && CODE.has(params.type)) {
      files.set(params.requestId, params.response.url);
    } else if (method === 'Network.dataReceived') {
      bytes.set(params.requestId, (bytes.get(params.requestId) ?? 0) + params.encodedDataLength);
    }
  }
  return [...files].map(([id, url]) => ({ url, bytes: bytes.get(id) ?? 0 }));
}
