import { z } from 'zod';
import { objectOf } from './object-schema.js';
import { documents, type Manifest, repository } from './kustomize.js';

/**
 * CloudNativePG's Cluster (postgresql.cnpg.io/v1) and the PodMonitor of the Prometheus Operator, as far as the example uses them; an unknown
 * or misspelt field is an error. The example's Cluster was validated by the definitions of 1.28 and 1.30 by hand (docs/measurements/verification.md).
 */
const name = z.string().regex(/^[a-z0-9.-]+$/);
const secret = z.strictObject({ name });
const size = z.string().regex(/^\d+Gi$/);
const amount = z.strictObject({ cpu: z.string(), memory: size });

export const databaseCluster = objectOf('postgresql.cnpg.io/v1', 'Cluster', {
  instances: z.int().min(1),
  imageName: z.string().regex(/:\d+\.\d+-[a-z-]+$/),
  postgresql: z.strictObject({
    synchronous: z.strictObject({
      method: z.enum(['any', 'first']),
      number: z.int().min(1),
      dataDurability: z.enum(['required', 'preferred']),
      failoverQuorum: z.boolean(),
    }),
    // All values of PostgreSQL's parameters are strings.
    parameters: z.record(z.string().regex(/^[a-z_]+$/), z.string()),
  }),
  bootstrap: z.strictObject({
    initdb: z.strictObject({
      database: z.string(),
      owner: z.string(),
      secret,
      encoding: z.literal('UTF8'),
      localeProvider: z.literal('builtin'),
      builtinLocale: z.literal('C.UTF-8'),
      locale: z.literal('C'),
    }),
  }),
  managed: z.strictObject({
    roles: z.array(
      z.strictObject({
        name: z.string(),
        ensure: z.enum(['present', 'absent']),
        login: z.boolean(),
        inRoles: z.array(z.string()).optional(),
        passwordSecret: secret.optional(),
      }),
    ),
  }),
  switchoverDelay: z.int().positive(),
  primaryUpdateMethod: z.enum(['switchover', 'restart']),
  affinity: z.strictObject({
    podAntiAffinityType: z.enum(['preferred', 'required']),
    topologyKey: z.string(),
  }),
  storage: z.strictObject({ size }),
  walStorage: z.strictObject({ size }),
  resources: z.strictObject({ requests: amount, limits: amount }),
});

export type DatabaseCluster = z.infer<typeof databaseCluster>;

/** PostgreSQL with standbys, as an example for operators. */
export const DATABASE_EXAMPLE: readonly Manifest[] = documents(
  repository('k8s', 'examples', 'cloudnativepg.yaml'),
);
