import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { persistently } from './again.mjs';
import { Child } from './child.mjs';
import { idAt, makeContest, makeOwner } from './data.mjs';
import { Histogram } from './histogram.mjs';
import { castsInto } from './requests.mjs';
import { verdictOf } from './verdict.mjs';

export const VIEWERS_PROCESS = fileURLToPath(new URL('viewers-process.mjs', import.meta.url));
/** Connections that votes come over; phones and proxies keep theirs alive. */
const CONNECTIONS = 256;
const COUNTED_WITHIN_MS = 30_000;
const SHOWN_WITHIN_MS = 10_000;
/** What connecting, the last answers and counting may take beyond the time of the load, before its contest ends by itself. */
const OPEN_BEYOND_MINUTES = 30;
/** What the process that makes the load needs of this one's environment: no address and no secret of the installation. */
const PASSED_ON = [
  'PATH',
  'HOME',
  'TMPDIR',
  'SystemRoot',
  'NODE_EXTRA_CA_CERTS',
  'NODE_TLS_REJECT_UNAUTHORIZED',
];

/**
 * Votes and viewers on a running installation, in a contest of its own: flagged as a rehearsal (no limits, in no list and no
 * statistic), free, and archived afterwards. Where that fails, or this process is killed, it ends by itself and a worker archives it.
 * @param db of that installation, with `query(text, values)` that gives `{ rows }`
 * @param options { url, votesPerSecond, viewers, minutes, contestants, categories?, shape?, contestId?, stop?, abort?, progressEveryMs?,
 *   onProgress?, say }: `stop` ends the load early and still counts, `abort` ends everything at once
 * @returns {Promise<object>} the report; one of a rehearsal that was stopped has no verdict
 * @throws the reason of `abort` or, before the load, of `stop`; a `Problem` when the installation does not show the contest. Each failure has
 *   the `phase` in which it happened
 */
export async function rehearse(db, options) {
  const { say, stop, abort } = options;
  const child = new Child('viewers', [VIEWERS_PROCESS], { env: passedOn() });
  const end = () => void child.stop('SIGKILL');
  const endLoad = () => child.tell({ work: 'stop' });
  abort?.addEventListener('abort', end, { once: true });
  stop?.addEventListener('abort', endLoad, { once: true });
  const contestId = options.contestId ?? idAt();
  const began = new Date();
  let phase = 'contest';
  try {
    abort?.throwIfAborted();
    stop?.throwIfAborted();
    const owner = await makeOwner(db, 'Load rehearsal', { hidden: true });
    const contest = await makeContest(db, owner, {
      id: contestId,
      contestants: options.contestants,
      ...(options.categories && { categories: options.categories }),
      title: `Load rehearsal of ${began.toISOString()}`,
      rehearsal: true,
      minutes: options.minutes + OPEN_BEYOND_MINUTES,
    });
    await child.ready();
    phase = 'visible';
    await expectVisible(options.url, contest.id, abort);
    const place = placeOf(options.url);
    abort?.throwIfAborted();
    stop?.throwIfAborted();
    phase = 'viewers';
    say(`contest ${contest.id} is open; ${options.viewers} viewers connect`);
    await child.ask({
      work: 'open',
      ...place,
      path: '/socket.io/?EIO=4&transport=websocket',
      contestId: contest.id,
      count: options.viewers,
      follow: true,
    });
    abort?.throwIfAborted();
    phase = 'votes';
    say(`${options.votesPerSecond} votes/s for ${options.minutes} minutes`);
    if (stop?.aborted) endLoad();
    const result = await child.ask(
      {
        work: 'lag',
        ...place,
        request: castsInto(contest),
        rate: options.votesPerSecond,
        shape: options.shape,
        seconds: options.minutes * 60,
        connections: CONNECTIONS,
        progressEveryMs: options.progressEveryMs,
      },
      (progress) => {
        options.onProgress?.(progress);
        say(
          `${progress.accepted} votes accepted, ${progress.refused} refused, ${progress.closed} viewers lost`,
        );
      },
    );
    phase = 'count';
    const counted = await waitCounted(db, contest.id, result.accepted, abort);
    return summarise(options, began, contest, result, counted);
  } catch (error) {
    // What ended because of it says something else.
    abort?.throwIfAborted();
    throw Object.assign(error, { phase });
  } finally {
    abort?.removeEventListener('abort', end);
    stop?.removeEventListener('abort', endLoad);
    await child.stop();
    await persistently(() => archiveRehearsal(db, contestId), { signal: abort }).then(
      () => say('the contest is archived'),
      // What was measured is worth more: a worker archives it later.
      ({ message }) => say(`the contest is not archived yet, a worker does it after its end: ${message}`),
    );
  }
}

/** Take the contest of a rehearsal away from everyone. Twice does no harm. */
export async function archiveRehearsal(db, contestId) {
  await db.query(
    `UPDATE contests SET status = 'ENDED', ended_at = now(), archived_at = now(), updated_at = now()
     WHERE id = $1 AND is_rehearsal AND archived_at IS NULL`,
    [contestId],
  );
}

function passedOn() {
  return Object.fromEntries(
    PASSED_ON.flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name]]])),
  );
}

function placeOf(text) {
  const url = new URL(text);
  const secure = url.protocol === 'https:';
  return {
    host: url.hostname === 'localhost' ? '127.0.0.1' : url.hostname,
    port: Number(url.port || (secure ? 443 : 80)),
    secure,
  };
}

async function expectVisible(url, contestId, abort) {
  const limit = AbortSignal.timeout(SHOWN_WITHIN_MS);
  const answer = await fetch(new URL(`/api/contests/${contestId}/public`, url), {
    signal: abort ? AbortSignal.any([abort, limit]) : limit,
  });
  if (!answer.ok)
    throw Object.assign(
      new Error(
        `${url} does not show the rehearsal's contest (${answer.status}): is its database another one?`,
      ),
      { name: 'Problem' },
    );
}

async function waitCounted(db, contestId, accepted, abort) {
  const deadline = Date.now() + COUNTED_WITHIN_MS;
  for (;;) {
    const { rows } = await persistently(
      () => db.query('SELECT votes FROM contest_tallies WHERE contest_id = $1', [contestId]),
      { signal: abort },
    );
    const votes = Number(rows[0]?.votes ?? 0);
    if (votes >= accepted || Date.now() > deadline) return votes;
    await sleep(100, undefined, { signal: abort });
  }
}

function summarise(options, began, contest, result, counted) {
  const [answer, screen] = [result.answer, result.screen].map((message) =>
    new Histogram().add(message).summary(),
  );
  const report = {
    url: options.url,
    began: began.toISOString(),
    contestId: contest.id,
    asked: {
      votesPerSecond: options.votesPerSecond,
      viewers: options.viewers,
      minutes: options.minutes,
      contestants: contest.people.length,
      shape: options.shape ?? 'STEADY',
    },
    seconds: result.seconds,
    votes: {
      sent: result.sent,
      accepted: result.accepted,
      refused: result.refused,
      // Due, and without an answer a while after the end.
      unanswered: result.unanswered,
      brokenConnections: result.broken,
      // The server closes a connection that asked nothing for 72 seconds; the next vote opens another one.
      closedIdle: result.closedIdle,
      perSecond: result.perSecond,
      counted,
      lost: Math.max(0, result.accepted - counted),
      // A vote without an answer may be counted all the same, an accepted one is never not counted.
      noneLost: counted >= result.accepted,
      statuses: result.statuses,
      firstFailure: result.firstFailure,
    },
    viewers: { lost: result.closed, allUpToDate: result.upToDate },
    milliseconds: { answer, screen },
  };
  return { ...report, stopped: result.stopped, verdict: result.stopped ? null : verdictOf(report) };
}
