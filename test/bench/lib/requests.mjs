import { castMaker } from '../load/casts.mjs';

const JSON_BODY = ['content-type', 'application/json'];

/**
 * Requests made from a plain description, because the load process gets its work as a message.
 * Casts: `castsInto` (load/casts.mjs)
 * Signed webhooks, each once: { kind: 'bodies', path, bodies: [[body, signature]] }
 * Sessions of one USSD gateway, each step of one a while after the one before: { kind: 'ussd', path, codes, perSecond, run }
 * Anything else: { kind: 'get', path, headers }
 * @returns {() => object | null} the next request; null when there are no more
 */
export function requestMaker(spec) {
  if (spec.kind === 'cast') return castMaker(spec);
  if (spec.kind === 'ussd') return ussdSteps(spec);
  if (spec.kind === 'get') {
    const request = { method: 'GET', path: spec.path, headers: spec.headers ?? {} };
    return () => request;
  }
  if (spec.kind !== 'bodies') throw new Error(`unknown kind of request: ${spec.kind}`);
  let at = 0;
  return () => {
    if (at >= spec.bodies.length) return null;
    const [body, signature] = spec.bodies[at++];
    return {
      method: 'POST',
      path: spec.path,
      headers: [...JSON_BODY, 'x-paystack-signature', signature],
      body,
    };
  };
}

/** Dial, nominee's code, two votes, confirm: one request each, half a second after the one before. */
function ussdSteps({ path, codes, perSecond, run }) {
  const apart = Math.ceil(perSecond / 2);
  let at = 0;
  return () => {
    let session;
    let step;
    do {
      step = at % 4;
      session = Math.floor(at / 4) - step * apart;
      at++;
    } while (session < 0);
    const typed = ['*713#', codes[session % codes.length], '2', '1'][step];
    const body = JSON.stringify({
      sessionID: `${run}-${session}`,
      userID: 'BENCH',
      newSession: step === 0,
      msisdn: `23324${String((run * 1_000_000 + session) % 10_000_000).padStart(7, '0')}`,
      userData: typed,
      network: 'MTN',
    });
    return { method: 'POST', path, headers: JSON_BODY, body };
  };
}
