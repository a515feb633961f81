/**
 * Requests as text, made from a plain description, because the load process gets its work as a message.
 * A cast: { kind: 'cast', path, contestId, people: [{ id, categoryId }], phoneBase, keyed, votes, proofs: [{ header, field }] }
 * With `proofs` each is of one voter, in the order of the phone numbers, and there are no more casts than proofs.
 * Signed webhooks, each once: { kind: 'bodies', path, bodies: [[body, signature]] }
 * Sessions of one USSD gateway, each step of one a while after the one before: { kind: 'ussd', path, codes, perSecond, run }
 * Anything else: { kind: 'get', path, headers }
 * @returns {() => string | null} the next request; null when there are no more
 */
export function requestMaker(spec, host) {
  if (spec.kind === 'get') {
    const headers = Object.entries(spec.headers ?? {}).map(([name, value]) => `${name}: ${value}\r\n`);
    const text = `GET ${spec.path} HTTP/1.1\r\nhost: ${host}\r\n${headers.join('')}\r\n`;
    return () => text;
  }
  if (spec.kind === 'bodies') {
    let at = 0;
    // When all are sent there is nothing more to ask.
    return () => {
      if (at >= spec.bodies.length) return null;
      const [body, signature] = spec.bodies[at++];
      return `POST ${spec.path} HTTP/1.1\r\nhost: ${host}\r\ncontent-type: application/json\r\nx-paystack-signature: ${signature}\r\ncontent-length: ${body.length}\r\n\r\n${body}`;
    };
  }
  if (spec.kind === 'ussd') return ussdSteps(spec, host);
  if (spec.kind !== 'cast') throw new Error(`unknown kind of request: ${spec.kind}`);
  const start = `POST ${spec.path} HTTP/1.1\r\nhost: ${host}\r\ncontent-type: application/json\r\n`;
  const bodies = spec.people.map(
    ({ id, categoryId }) =>
      `{"contestId":"${spec.contestId}","categoryId":"${categoryId}","contestantId":"${id}","voteCount":${spec.votes ?? 1},"voterName":"Ama Mensah"`,
  );
  let next = spec.phoneBase ?? 0;
  let cast = 0;
  return () => {
    next = (next + 1) % 10_000_000;
    const proof = spec.proofs?.[cast++];
    if (spec.proofs && !proof) return null;
    const voter = proof?.field ?? `"voterPhone":"${phoneAt(next)}"`;
    const body = `${bodies[next % bodies.length]},${voter}}`;
    const idempotency = spec.keyed ? `idempotency-key: ${aKey(next)}\r\n` : '';
    return `${start}${proof?.header ?? ''}${idempotency}content-length: ${body.length}\r\n\r\n${body}`;
  };
}

/** In the order of time, like the keys that browsers make, so that the unique index is written where it would be. */
function aKey(number) {
  const time = Date.now().toString(16).padStart(12, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-7000-8${hex(number).slice(5)}-${hex(Math.random() * 0xffffffff)}0000`;
}

/** The phone of a cast. The first of a run is that of `phoneBase` + 1. */
export const phoneAt = (number) => `+23324${String(number).padStart(7, '0')}`;

/** Dial, nominee's code, two votes, confirm: one request each, half a second after the one before. */
function ussdSteps({ path, codes, perSecond, run }, host) {
  const start = `POST ${path} HTTP/1.1\r\nhost: ${host}\r\ncontent-type: application/json\r\n`;
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
      ...{ sessionID: `${run}-${session}`, userID: 'BENCH', newSession: step === 0 },
      ...{ msisdn: `23324${String((run * 1_000_000 + session) % 10_000_000).padStart(7, '0')}` },
      ...{ userData: typed, network: 'MTN' },
    });
    return `${start}content-length: ${body.length}\r\n\r\n${body}`;
  };
}

function hex(number) {
  return (number >>> 0).toString(16).padStart(8, '0');
}

/** What describes votes for all contestants of a contest, each with a key of its own. @param contest as `makeContest` returns it */
export function castsInto({ id, people }) {
  return { kind: 'cast', path: '/api/votes/cast', contestId: id, people, keyed: true };
}
