import { inTurns, judged, median } from '../lib/report.mjs';
import { compileTextbook } from '../lib/textbook.mjs';
import { castRequest, measure } from './cast.mjs';
import { benchContest } from '../load/data.mjs';

/** One person voting alone: group commit must not make anybody wait for company. */
export async function loneSubject(installation, { turns, seconds, say }) {
  const contest = await benchContest(installation);
  const [ours, textbook, client] = await Promise.all([
    installation.api(),
    installation.server(await compileTextbook()),
    installation.client('load-process.mjs'),
  ]);
  const one = (server) => async () =>
    (
      await measure(
        client,
        server,
        { connections: 1, seconds, warmUp: 2, request: castRequest(contest) },
        say,
      )
    ).latency.p50;
  const found = await inTurns({ ours: one(ours), textbook: one(textbook) }, turns, say);
  const ratio = found.ours.median / found.textbook.median;
  return [
    judged('one voter alone, cast p50 ÷ textbook', 'ms', found.ours.median, '≤ 0.6', {
      textbook: found.textbook.median,
      ratio,
    }),
  ];
}

/** Open loop at half of what the closed loop reached a moment ago. */
export async function halfPeakSubject(installation, { turns, seconds, say }) {
  const contest = await benchContest(installation);
  const [ours, client] = await Promise.all([installation.api(), installation.client('load-process.mjs')]);
  const peaks = [];
  const tails = [];
  for (let turn = 0; turn < turns; turn++) {
    const peak = await measure(
      client,
      ours,
      { connections: 256, seconds, request: castRequest(contest) },
      say,
    );
    const half = await measure(
      client,
      ours,
      { connections: 256, seconds, rate: peak.perSecond / 2, request: castRequest(contest) },
      say,
    );
    say(
      `peak ${Math.round(peak.perSecond)}/s; at ${Math.round(half.perSecond)}/s p50 ${half.latency.p50} p99 ${half.latency.p99} ms`,
    );
    peaks.push(peak.perSecond);
    tails.push(half.latency.p99);
  }
  const p99 = median(tails);
  return [
    judged('cast p99 at half the peak rate, open loop', 'ms', p99, '≤ 25 ms', {
      note: `half of ${Math.round(median(peaks))} votes/s`,
    }),
  ];
}
