import { z } from 'zod';
import { objectOf } from './object-schema.js';

/**
 * KEDA's ScaledObject (keda.sh/v1alpha1), as far as we use it; an unknown or misspelt field is an error. A schema of our own: KEDA's own
 * definition allows any trigger metadata, and its npm package wants a newer Node.js. The overlays were validated by the definition itself by hand
 * (docs/measurements/verification.md).
 */
const policies = z
  .array(
    z.strictObject({
      type: z.enum(['Pods', 'Percent']),
      value: z.int().positive(),
      periodSeconds: z.int().min(1).max(1800),
    }),
  )
  .min(1);
const rules = z.strictObject({
  stabilizationWindowSeconds: z.int().min(0).max(3600).optional(),
  selectPolicy: z.enum(['Max', 'Min', 'Disabled']).optional(),
  policies,
});

const prometheusTrigger = z.strictObject({
  type: z.literal('prometheus'),
  name: z.string().regex(/^[a-z0-9-]+$/),
  metricType: z.enum(['Value', 'AverageValue']),
  // All values of a trigger's metadata are strings.
  metadata: z.strictObject({
    serverAddress: z.url(),
    query: z.string().min(1),
    threshold: z.string().regex(/^\d+(\.\d+)?$/),
    activationThreshold: z
      .string()
      .regex(/^\d+(\.\d+)?$/)
      .optional(),
    ignoreNullValues: z.enum(['true', 'false']).optional(),
  }),
});

export const scaledObject = objectOf('keda.sh/v1alpha1', 'ScaledObject', {
  scaleTargetRef: z.strictObject({ apiVersion: z.string(), kind: z.string(), name: z.string() }),
  minReplicaCount: z.int().min(0),
  maxReplicaCount: z.int().positive(),
  pollingInterval: z.int().positive(),
  cooldownPeriod: z.int().positive(),
  fallback: z.strictObject({ failureThreshold: z.int().positive(), replicas: z.int().positive() }),
  advanced: z.strictObject({
    horizontalPodAutoscalerConfig: z.strictObject({
      behavior: z.strictObject({ scaleUp: rules, scaleDown: rules }),
    }),
  }),
  triggers: z.array(prometheusTrigger).min(1),
});
