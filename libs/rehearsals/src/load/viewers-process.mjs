import { setTimeout as sleep } from 'node:timers/promises';
import { runLoad } from './load.mjs';
import { ScreenLag, Viewers } from './viewers.mjs';

/** A process full of viewers: `open` them, `count` what arrives in some seconds, `lag` with votes sent from here, `close`. */
let viewers;
const stopping = new AbortController();

const WORK = {
  async open(job) {
    viewers = new Viewers(job);
    return viewers.open(stopping.signal);
  },
  async count({ seconds, warmUp = 1 }) {
    await sleep(warmUp * 1000);
    const [before, bytes, began] = [viewers.received, viewers.bytes, performance.now()];
    await sleep(seconds * 1000);
    const took = (performance.now() - began) / 1000;
    return {
      perSecond: (viewers.received - before) / took,
      bytesPerSecond: (viewers.bytes - bytes) / took,
      closed: viewers.closed,
    };
  },
  lag,
  async close() {
    viewers.close();
    return {};
  },
};

/**
 * Cast at a rate (open loop) and follow every vote from its answer to every screen. The contest must have no votes before.
 * While it runs, `progress` tells the parent how far it is; the parent's `stop` ends it early.
 */
async function lag(job) {
  const screens = new ScreenLag(viewers);
  screens.counting = true;
  const soFar = { accepted: 0, refused: 0 };
  const onAnswered = (status) => {
    if (status < 400) {
      soFar.accepted++;
      screens.answered();
    } else soFar.refused++;
  };
  let telling;
  const onStart = ({ outcome, histogram }) => {
    const figures = () => ({
      ...soFar,
      sent: outcome.sent,
      broken: outcome.errors,
      closedIdle: outcome.closedIdle,
      closed: viewers.closed,
      answerP95: histogram.percentile(0.95),
      screenP95: screens.histogram.percentile(0.95),
    });
    telling = setInterval(() => process.send({ progress: figures() }), job.progressEveryMs ?? 5_000);
  };
  try {
    const cast = await runLoad({ ...job, warmUp: 0, onStart, onAnswered, signal: stopping.signal });
    const deadline = performance.now() + 5_000;
    while (performance.now() < deadline && !viewers.all(soFar.accepted)) await sleep(20);
    return {
      ...soFar,
      sent: cast.sent,
      perSecond: cast.perSecond,
      seconds: cast.seconds,
      broken: cast.errors,
      unanswered: cast.unanswered,
      stopped: cast.stopped,
      closedIdle: cast.closedIdle,
      firstFailure: cast.firstFailure,
      statuses: cast.statuses,
      answer: cast.latency,
      screen: screens.histogram.toMessage(),
      upToDate: viewers.all(soFar.accepted),
      closed: viewers.closed,
    };
  } finally {
    clearInterval(telling);
  }
}

process.on('message', ({ work, ...job }) => {
  if (work === 'stop') return stopping.abort();
  WORK[work](job).then(
    (result) => process.send({ result }),
    (error) => process.send({ error: error.stack }),
  );
});
process.on('disconnect', () => process.exit(0));
process.send({ type: 'ready' });
