import { get } from 'node:https';
import type { TLSSocket } from 'node:tls';
import { type Caddy, hasCaddy, startCaddy } from './caddy.js';
import { ask, startUpstreams, type Upstream } from './upstream.js';
import { waitFor } from '../support/wait-for.js';

const test = hasCaddy ? it : it.skip;
let upstreams: Upstream[];
let caddy: Caddy;
beforeAll(async () => {
  if (!hasCaddy) return;
  upstreams = await startUpstreams();
  caddy = await startCaddy(upstreams);
});
afterAll(async () => {
  await caddy?.stop();
  for (const upstream of upstreams ?? []) await upstream.stop();
});

test('the proxy with certificates encrypts with a certificate for the site, and speaks no older version than TLS 1.2', async () => {
  const shown = await new Promise((resolve, reject) => {
    const request = get(caddy.url, { ...caddy.options, agent: false }, (response) => {
      const socket = response.socket as TLSSocket;
      resolve({ names: socket.getPeerCertificate().subjectaltname, isBelieved: socket.authorized });
      response.resume();
    });
    request.on('error', reject);
  });
  expect(shown).toEqual({ names: 'DNS:localhost', isBelieved: true });
  const old = { ...caddy.options, maxVersion: 'TLSv1.1', minVersion: 'TLSv1', ciphers: 'ALL@SECLEVEL=0' };
  await expect(ask(caddy.url, old as Parameters<typeof ask>[1])).rejects.toThrow(/protocol/i);
});

test('the proxy with certificates leads from http to https at the same address, without the ports inside of the container', async () => {
  const before = upstreams.flatMap(({ seen }) => seen).length;
  const { status, headers } = await ask(`${caddy.plainUrl}/contests/1?contestant=2`, {
    headers: { host: 'localhost' },
  });
  expect({ status, location: headers.location }).toEqual({
    status: 308,
    location: 'https://localhost/contests/1?contestant=2',
  });
  expect(upstreams.flatMap(({ seen }) => seen)).toHaveLength(before);
});

test('the proxy with certificates announces no port that only the container has', async () => {
  const { status, headers } = await ask(caddy.url, caddy.options);
  expect({ status, announced: headers['alt-svc'] }).toEqual({ status: 200, announced: undefined });
});

test('the proxy with certificates notices containers that come and go', async () => {
  const [first, second] = upstreams as [Upstream, Upstream];
  for (const there of [first, second]) {
    caddy.know([there]);
    let nr = 0;
    await waitFor(
      async () => {
        const path = `/${there.host}/${nr++}`;
        await ask(caddy.url + path, caddy.options);
        return there.times(path) === 1 && nr > 3;
      },
      { what: `requests at ${there.host}` },
    );
  }
});
