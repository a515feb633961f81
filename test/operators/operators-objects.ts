import { z } from 'zod';

/**
 * Objects of the Prometheus Operator (monitoring.coreos.com/v1) and of the External Secrets Operator (external-secrets.io/v1), as far as we use
 * them; an unknown or misspelt field is an error, because a server drops it silently.
 */
const metadata = z.strictObject({
  name: z.string().regex(/^[a-z0-9-]+$/),
  namespace: z.string().optional(),
  labels: z.record(z.string(), z.string()).optional(),
  annotations: z.record(z.string(), z.string()).optional(),
});
const duration = z.string().regex(/^(\d+(ms|[smhdwy]))+$/);

const podMonitor = z.strictObject({
  apiVersion: z.literal('monitoring.coreos.com/v1'),
  kind: z.literal('PodMonitor'),
  metadata,
  spec: z.strictObject({
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
  }),
});

const prometheusRule = z.strictObject({
  apiVersion: z.literal('monitoring.coreos.com/v1'),
  kind: z.literal('PrometheusRule'),
  metadata,
  spec: z.strictObject({
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
  }),
});

const externalSecret = z.strictObject({
  apiVersion: z.literal('external-secrets.io/v1'),
  kind: z.literal('ExternalSecret'),
  metadata,
  spec: z.strictObject({
    refreshInterval: duration,
    secretStoreRef: z.strictObject({ kind: z.enum(['SecretStore', 'ClusterSecretStore']), name: z.string() }),
    target: z.strictObject({ name: z.string(), creationPolicy: z.enum(['Owner', 'Orphan']) }),
    data: z.array(
      z.strictObject({
        secretKey: z.string().regex(/^[-._a-zA-Z0-9]+$/),
        remoteRef: z.strictObject({ key: z.string(), property: z.string() }),
      }),
    ),
  }),
});

const secretStore = z.strictObject({
  apiVersion: z.literal('external-secrets.io/v1'),
  kind: z.literal('SecretStore'),
  metadata,
  spec: z.strictObject({
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
  }),
});

export const operatorsObject = z.discriminatedUnion('kind', [
  podMonitor,
  prometheusRule,
  externalSecret,
  secretStore,
]);
