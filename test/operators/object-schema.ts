import { z } from 'zod';

const metadata = z.strictObject({
  name: z.string().regex(/^[a-z0-9.-]+$/),
  namespace: z.string(),
  labels: z.record(z.string(), z.string()).optional(),
  annotations: z.record(z.string(), z.string()).optional(),
});

/** The schema of a kind of Kubernetes objects, as far as we use it; an unknown or misspelt field is an error, because a server drops it silently. */
export const objectOf = <Kind extends string, Spec extends z.ZodRawShape>(
  apiVersion: string,
  kind: Kind,
  spec: Spec,
) =>
  z.strictObject({
    apiVersion: z.literal(apiVersion),
    kind: z.literal(kind),
    metadata,
    spec: z.strictObject(spec),
  });
