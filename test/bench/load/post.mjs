/**
 * Sends JSON and reads the answer.
 * @param options.within milliseconds until it is given up
 * @returns {Promise<{ status: number, ok: boolean, headers: Headers, body: any }>} the body is {} where it is no JSON
 * @throws Error when nothing answers, or not in time
 */
export async function postJson(url, body, { headers = {}, within } = {}) {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
    signal: within ? AbortSignal.timeout(within) : undefined,
  });
  const text = await response.text();
  const { status, ok } = response;
  return { status, ok, headers: response.headers, body: text.startsWith('{') ? JSON.parse(text) : {} };
}

/** The vote of one phone for one nominee of a contest. */
export const voteFor = (contestId, { id, categoryId }, voterPhone, voteCount = 1) => ({
  contestId,
  categoryId,
  contestantId: id,
  voteCount,
  voterPhone,
});
