import { readFileSync } from 'node:fs';
import { type Owner, ownerOf, serves } from '../../apps/api/src/roles/areas.js';
import { ROLE_OF_BACKEND, roleFor, roleRules } from '../support/gateway-routes.mjs';
import { itRendered } from './kubectl.js';
import { repository } from './kustomize.js';
import { environmentOf, rendered } from './overlays.js';
import { podsOf } from './pods.js';

const { paths } = JSON.parse(readFileSync(repository('docs', 'openapi.json'), 'utf8')) as {
  paths: Record<string, object>;
};
/** As the router has them. Those that the document leaves out are listed by hand; a running process reports any other (test/api/roles). */
const ROUTES = [
  ...Object.keys(paths).map((path) => path.replaceAll(/\{(\w+)\}/g, ':$1')),
  '/api/payments/:provider/webhook',
  '/api/docs',
  '/api/docs-json',
  '/socket.io/',
  '/uploads/a.webp',
  '/assets/index-abc.js',
  '/sw.js',
  '/contests/7',
  '/',
];
const ID = '01a1fd3f-6bee-7321-a744-7d319e22c28d';
const asAsked = (route: string): string =>
  route.replace(':provider', 'paystack').replaceAll(/:\w+/g, ID.toUpperCase());

it.each(ROUTES)('declares who answers %s, and a gateway sends it there', (route) => {
  const owner = ownerOf(route);
  expect(owner).not.toBeNull();
  expect({ route, role: roleFor(roleRules(), asAsked(route)) }).toEqual({ route, role: owner });
});

itRendered('gives each Deployment that a gateway knows the role that tests take it for', () => {
  const roles = podsOf(rendered.roles)
    .map(({ name, spec: { containers } }) => [
      name,
      containers[0] && environmentOf(rendered.roles, containers[0])['ABATO_ROLE'],
    ])
    .filter(([, role]) => role);
  expect(Object.fromEntries(roles)).toEqual(ROLE_OF_BACKEND);
});

it('is described for other proxies as the gateway has it', () => {
  const text = readFileSync(repository('docs', 'capacity.md'), 'utf8');
  const [sentence = ''] = /Another proxy sends[^]*?all else to `web`/.exec(text) ?? [];
  const described = sentence.split(';').flatMap((part) => {
    const quoted = [...part.matchAll(/`([^`]+)`/g)].map(([, words = '']) => words);
    const role = quoted.pop() ?? '';
    return quoted.length ? quoted.map((path) => `${role} ${path}`) : [`${role} /…`];
  });
  const deployed = roleRules().flatMap(({ matches = [], backendRefs = [] }) =>
    matches.map(({ path: { type, value } }) => {
      const path =
        type === 'PathPrefix' ? value.replace(/\/?$/, '/…') : value.replace('[0-9A-Fa-f-]+', '{id}');
      return `${ROLE_OF_BACKEND[backendRefs[0]?.name ?? '']} ${path}`;
    }),
  );
  expect(described.sort()).toEqual(deployed.sort());
});

it('gives voting, watching and organising to different roles', () => {
  const owners = Object.fromEntries(
    [
      '/api/votes/cast',
      '/api/payments/:provider/webhook',
      '/api/payments/:id/refund',
      '/api/votes/manual',
      '/api/contests/:id/public',
      '/api/contests/:id',
      '/socket.io/',
      '/contests/7',
      '/health/ready',
      '/api/something-new',
    ].map((route) => [route, ownerOf(route)]),
  );
  expect(owners).toEqual({
    '/api/votes/cast': 'cast',
    '/api/payments/:provider/webhook': 'cast',
    '/api/payments/:id/refund': 'web',
    '/api/votes/manual': 'web',
    '/api/contests/:id/public': 'live',
    '/api/contests/:id': 'web',
    '/socket.io/': 'live',
    '/contests/7': 'web',
    '/health/ready': 'common',
    '/api/something-new': null,
  });
});

it('answers everything as one process, and in a role its own and what is common', () => {
  const served = (role: Parameters<typeof serves>[0]): (Owner | null)[] =>
    (['cast', 'live', 'web', 'common', null] as const).filter((owner) => serves(role, owner));
  expect(served('all')).toEqual(['cast', 'live', 'web', 'common', null]);
  expect(served('cast')).toEqual(['cast', 'common', null]);
  expect(served('live')).toEqual(['live', 'common', null]);
  expect(served('web')).toEqual(['web', 'common', null]);
});
