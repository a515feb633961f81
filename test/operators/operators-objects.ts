import { z } from 'zod';
import { objectOf } from './object-schema.js';

/**
 * Objects of the Prometheus Operator (monitoring.coreos.com/v1) and of the External Secrets Operator (external-secrets.io/v1), as far as we use
 * them; an unknown or misspelt field is an error, because a server drops it silently.
 */
const duration = z.string().regex(/^(\d+(ms|[smhdwy]))+$/);

const podMonitor = objectOf('monitoring.coreos.com/v1', 'PodMonitor', {
  selector: z
    .strictObject({
      matchLabels: z.record(z.string(), z.string()).optional(),
      matchExpressions: z
        .array(
          z.strictObject({
            key: z.string(),
            operator: z.enum(['In', 'NotIn']),
            values: z.array(z.string()).min(1),
          }),
        )
        .optional(),
    })
    // An empty one selects every pod of the namespace.
    .refine((selector) => Object.keys(selector).length > 0),
  podMetricsEndpoints: z
    .array(
      z.strictObject({ port: z.string(), path: z.string().startsWith('/').optional(), interval: duration }),
    )
    .min(1),
});

const prometheusRule = objectOf('monitoring.coreos.com/v1', 'PrometheusRule', {
  groups: z
    .array(
      z.strictObject({
        name: z.string().min(1),
        interval: duration.optional(),
        rules: z
          .array(
            z.strictObject({
              alert: z.string().regex(/^[A-Za-z_]\w*$/),
              expr: z.string().min(1),
              for: duration.optional(),
              labels: z.record(z.string().regex(/^[a-z_]+$/), z.string()),
              annotations: z.record(z.string().regex(/^[a-z_]+$/), z.string()),
            }),
          )
          .min(1),
      }),
    )
    .min(1)
    // The operator refuses an object with two groups of one name.
    .refine((groups) => new Set(groups.map(({ name }) => name)).size === groups.length),
});

const externalSecret = objectOf('external-secrets.io/v1', 'ExternalSecret', {
  refreshInterval: duration,
  secretStoreRef: z.strictObject({ kind: z.enum(['SecretStore', 'ClusterSecretStore']), name: z.string() }),
  target: z.strictObject({ name: z.string(), creationPolicy: z.enum(['Owner', 'Orphan']) }),
  data: z.array(
    z.strictObject({
      secretKey: z.string().regex(/^[-._a-zA-Z0-9]+$/),
      remoteRef: z.strictObject({ key: z.string(), property: z.string() }),
    }),
  ),
});

const secretStore = objectOf('external-secrets.io/v1', 'SecretStore', {
  provider: z.strictObject({
    vault: z.strictObject({
      server: z.url(),
      path: z.string(),
      version: z.enum(['v1', 'v2']),
      auth: z.strictObject({
        kubernetes: z.strictObject({
          mountPath: z.string(),
          role: z.string(),
          serviceAccountRef: z.strictObject({ name: z.string() }),
        }),
      }),
    }),
  }),
});

export const operatorsObject = z.discriminatedUnion('kind', [
  podMonitor,
  prometheusRule,
  externalSecret,
  secretStore,
]);
