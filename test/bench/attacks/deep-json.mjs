import { Agent, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

export const title = 'deep and huge JSON';

export const variants = [
  { name: '3/s', perSecond: 3 },
  { name: '100/s', perSecond: 100 },
];

/** What stopped the platform before (240 KB and 100 KB), and the same as large as a body may be. */
const BODIES = [
  `[${Array(80_000).fill('{}').join()}]`,
  '['.repeat(100_000),
  `[${Array(5_000).fill('{}').join()}]`,
  '['.repeat(16_000),
  `{"phone":[${Array(5_000).fill('{}').join()}]}`,
].map((text) => Buffer.from(text));
const PATHS = ['/api/votes/find', '/api/votes/cast', '/api/auth/login', '/api/payments/paystack/webhook'];

/** Send the bodies in turn, by the clock: who attacks does not wait for answers. */
export async function attack({ host, port, variant, signal }) {
  const agent = new Agent({ keepAlive: true });
  const outcome = {};
  const count = (what) => (outcome[what] = (outcome[what] ?? 0) + 1);
  const began = performance.now();
  for (let sent = 0; !signal.aborted; sent++) {
    post(agent, { host, port }, PATHS[sent % PATHS.length], BODIES[sent % BODIES.length], count);
    await sleep(Math.max(0, began + ((sent + 1) * 1000) / variant.perSecond - performance.now()));
  }
  agent.destroy();
  return outcome;
}

function post(agent, address, path, body, count) {
  const headers = { 'content-type': 'application/json', 'content-length': body.length };
  const sent = request({ ...address, agent, path, method: 'POST', headers }, (answer) => {
    count(answer.statusCode);
    answer.on('error', () => {});
    answer.resume();
  });
  // A body that is refused unread ends its connection.
  sent.on('error', () => count('closed'));
  sent.end(body);
}
