/** The phone of a cast. The first of a run is that of `phoneBase` + 1. */
export const phoneAt = (number) => `+23324${String(number).padStart(7, '0')}`;

/** What describes votes for all contestants of a contest, each with a key of its own. @param contest as `makeContest` returns it */
export function castsInto({ id, people }) {
  return { kind: 'cast', path: '/api/votes/cast', contestId: id, people, keyed: true };
}

/**
 * Casts one after the other, each of another phone.
 * @param spec { path, contestId, people: [{ id, categoryId }], phoneBase, keyed, votes, proofs: [{ headers, field }] }; with `proofs` each is of one
 *   voter, in the order of the phone numbers, and there are no more casts than proofs
 * @returns {() => object | null} the next request; null when there are no more
 */
export function castMaker(spec) {
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
    const headers = ['content-type', 'application/json', ...(proof?.headers ?? [])];
    if (spec.keyed) headers.push('idempotency-key', aKey(next));
    const voter = proof?.field ?? `"voterPhone":"${phoneAt(next)}"`;
    return { method: 'POST', path: spec.path, headers, body: `${bodies[next % bodies.length]},${voter}}` };
  };
}

/** In the order of time, like the keys that browsers make, so that the unique index is written where it would be. */
function aKey(number) {
  const hex = (value) => (value >>> 0).toString(16).padStart(8, '0');
  const time = Date.now().toString(16).padStart(12, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-7000-8${hex(number).slice(5)}-${hex(Math.random() * 0xffffffff)}0000`;
}
