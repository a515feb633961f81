import { z } from 'zod';
import { objectOf } from './object-schema.js';

/** What we use of the Gateway API (gateway.networking.k8s.io/v1); strict, because a misspelt field would be dropped silently. */
const hostname = z.string().regex(/^[a-z0-9.-]+$/);
const duration = z.string().regex(/^(\d{1,5}(h|m|s|ms)){1,4}$/);

const gateway = objectOf('gateway.networking.k8s.io/v1', 'Gateway', {
  gatewayClassName: z.string(),
  listeners: z.array(
    z.strictObject({
      name: z.string(),
      hostname,
      port: z.int().min(1).max(65_535),
      protocol: z.enum(['HTTP', 'HTTPS']),
      tls: z
        .strictObject({
          mode: z.literal('Terminate'),
          certificateRefs: z.array(z.strictObject({ kind: z.literal('Secret'), name: z.string() })),
        })
        .optional(),
    }),
  ),
});

const httpRoute = objectOf('gateway.networking.k8s.io/v1', 'HTTPRoute', {
  parentRefs: z.array(z.strictObject({ name: z.string(), sectionName: z.string() })),
  hostnames: z.array(hostname),
  rules: z.array(
    z.strictObject({
      matches: z
        .array(
          z.strictObject({
            path: z.strictObject({
              type: z.enum(['Exact', 'PathPrefix', 'RegularExpression']),
              value: z.string().startsWith('/'),
            }),
          }),
        )
        .optional(),
      filters: z
        .array(
          z.strictObject({
            type: z.literal('RequestRedirect'),
            requestRedirect: z.strictObject({
              scheme: z.enum(['http', 'https']),
              statusCode: z.union([z.literal(301), z.literal(302)]),
            }),
          }),
        )
        .optional(),
      timeouts: z.strictObject({ request: duration }).optional(),
      backendRefs: z.array(z.strictObject({ name: z.string(), port: z.int() })).optional(),
    }),
  ),
});

export const wayIn = z.discriminatedUnion('kind', [gateway, httpRoute]);
