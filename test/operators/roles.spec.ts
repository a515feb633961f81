import { readFileSync } from 'node:fs';
import { type Owner, ownerOf, serves } from '../../apps/api/src/roles/areas.js';
import { backendOf, roleRules } from '../support/gateway-routes.js';
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
  const deployments = Object.fromEntries(
    podsOf(rendered.roles).map(({ name, spec }) => [
      name,
      spec.containers[0] && environmentOf(rendered.roles, spec.containers[0])['ABATO_ROLE'],
    ]),
  );
  const backend = backendOf(roleRules(), asAsked(route)) ?? '';
  expect({ route, role: deployments[backend] }).toEqual({ route, role: owner });
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
