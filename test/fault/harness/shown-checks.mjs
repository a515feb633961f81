/**
 * What clients may be shown: the counts of the ledger and, while results are hidden, none. Each function returns what is wrong, in words.
 */

/** Every API that answers for a contest, and every page of one. */
export async function apis(scene) {
  const wrongs = [];
  for (const contest of Object.values(scene.contests)) {
    const ledger = await ledgerOf(scene, contest.id);
    for (const path of [`/api/contests/${contest.id}/public`, `/contests/${contest.id}`]) {
      for (const api of scene.installation.answering(path)) {
        const response = await fetch(scene.installation.url(api) + path);
        const where = path.startsWith('/api') ? api : `a page of ${api}`;
        wrongs.push(...wrongsOf(where, contest, ledger, await bodyOf(response)));
      }
    }
  }
  return wrongs;
}

function wrongsOf(where, contest, ledger, body) {
  if (!body?.data) return [`${where} shows no contest ${contest.id}`];
  if (contest.hidden) return hiddenCounts(body).map((place) => `${where} shows ${place} of hidden results`);
  const people = body.data.categories.flatMap((category) => category.contestants);
  const shown = new Map(people.map((one) => [one.id, one.voteCount]));
  return differences(where, contest, ledger, (id) => shown.get(id));
}

/** The last frame of every screen. */
export async function screens(scene) {
  const wrongs = [];
  for (const contest of Object.values(scene.contests)) {
    if (contest.hidden) continue;
    const ledger = await ledgerOf(scene, contest.id);
    for (const [nr, { api, boards, last }] of scene.viewers.screens.entries()) {
      const board = boards.get(contest.id);
      const screen = `screen ${nr + 1} at ${api} (${last})`;
      wrongs.push(...differences(screen, contest, ledger, (id) => board?.votes.get(id)));
      const total = [...ledger.values()].reduce((sum, votes) => sum + votes, 0);
      if ((board?.total ?? 0) !== total)
        wrongs.push(`${screen} shows ${board?.total} in all, the ledger ${total}`);
    }
  }
  return wrongs;
}

/** Votes per contestant by the ledger. */
async function ledgerOf({ installation }, contestId) {
  const { rows } = await installation.db.query(
    'SELECT contestant_id, sum(votes)::bigint AS votes FROM vote_ledger WHERE contest_id = $1 GROUP BY 1',
    [contestId],
  );
  return new Map(rows.map((row) => [row.contestant_id, row.votes]));
}

function differences(where, contest, ledger, votesOf) {
  return contest.people.flatMap(({ id }) => {
    const [shown, booked] = [votesOf(id) ?? 0, ledger.get(id) ?? 0];
    return shown === booked
      ? []
      : [`${where} shows ${shown} for contestant ${id}, the ledger says ${booked}`];
  });
}

/**
 * What an answer says: JSON as it is, and of a page the answer that was written into it for its first paint.
 * @returns null for a page that was served without one
 */
export async function bodyOf(response) {
  const text = await response.text();
  if (!response.headers.get('content-type')?.startsWith('text/html')) return JSON.parse(text);
  const [, answers] = /<script[^>]* id="server-data"[^>]*>([^<]*)</.exec(text) ?? [];
  return answers ? (Object.values(JSON.parse(answers))[0] ?? null) : null;
}

/** Counts that stand in an answer about a contest whose results are hidden: places and values. */
export function hiddenCounts(value, place = '') {
  if (typeof value !== 'object' || value === null) {
    const name = place.split('.').at(-1);
    return /^(votes?|voteCount|totalVotes|rank|percentage|categoryPercentage|version)$/.test(name) &&
      value !== null
      ? [`${place} = ${value}`]
      : [];
  }
  return Object.entries(value).flatMap(([name, item]) => hiddenCounts(item, `${place}.${name}`));
}
