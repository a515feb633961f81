import { inTurns, judged } from '../lib/report.mjs';
import { measure } from './cast.mjs';
import { benchContest } from '../load/data.mjs';

/** The public detail (100 contestants, about 30 KB) and list, whole and as 304, beside `node:http` sending a constant. */
export async function readsSubject(installation, { turns, seconds, say }) {
  const contest = await benchContest(installation);
  for (let i = 0; i < 19; i++) await benchContest(installation, { contestants: 8, title: `Contest ${i}` });
  const [ours, client] = await Promise.all([installation.api(), installation.client('load-process.mjs')]);
  const rows = [];
  for (const [what, path] of [
    ['contest detail', `/api/contests/${contest.id}/public`],
    ['contest list', '/api/contests/public'],
  ]) {
    const url = `http://127.0.0.1:${ours.port}${path}`;
    const first = await fetch(url);
    const bytes = (await first.arrayBuffer()).byteLength;
    const tag = first.headers.get('etag');
    const bare = await installation.server('entries/bare-http.mjs', { env: { BODY_BYTES: bytes } });
    for (const [kind, headers] of [
      ['200', {}],
      ['304', { 'if-none-match': tag ?? '"none"' }],
    ]) {
      if (kind === '304' && !tag) {
        say(`${what} has no ETag`);
        continue;
      }
      const one = (server) => async () => {
        const result = await measure(
          client,
          server,
          { connections: 64, seconds, request: { kind: 'get', path, headers } },
          say,
        );
        if (!result.statuses[kind])
          throw new Error(`${what}: expected ${kind}, got ${JSON.stringify(result.statuses)}`);
        return result.perSecond;
      };
      const found = await inTurns({ ours: one(ours), limit: one(bare) }, turns, say);
      const ratio = found.ours.median / found.limit.median;
      rows.push(
        judged(
          `${what}, ${kind} (${(bytes / 1024).toFixed(0)} KiB) ÷ bare node:http`,
          'requests/s',
          found.ours.median,
          '≥ 0.75',
          { limit: found.limit.median, ratio },
        ),
      );
    }
    await bare.stop();
  }
  return rows;
}
