import type { Environment } from './environment.js';
// Types alone: the module is not even loaded unless a collector is named.
import type { OpenSpan, SpanOptions, TraceParent, Tracing } from './tracing-otlp.js';

export type { OpenSpan, SpanOptions, TraceParent };

let tracing: Tracing | null = null;

/**
 * Begin to trace when the environment names a collector; without one no package of OpenTelemetry is even imported.
 * @param service name of the process: `abato-api`, `abato-worker`
 */
export async function startTracing(
  service: string,
  env: Pick<
    Environment,
    'OTEL_EXPORTER_OTLP_ENDPOINT' | 'OTEL_EXPORTER_OTLP_HEADERS' | 'OTEL_TRACES_SAMPLER_ARG'
  >,
): Promise<void> {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint } = env;
  if (!endpoint) return;
  const { otlpTracing } = await import('./tracing-otlp.js');
  tracing = otlpTracing({
    service,
    endpoint,
    headers: env.OTEL_EXPORTER_OTLP_HEADERS,
    sampledShare: env.OTEL_TRACES_SAMPLER_ARG,
  });
}

/** Send what is finished and end; a collector that does not answer delays the end by its time-out at most. */
export async function stopTracing(): Promise<void> {
  await tracing?.stop().catch(() => undefined);
  tracing = null;
}

export function isTracing(): boolean {
  return tracing !== null;
}

/** The caller's place in a trace, to be handed on; undefined while nothing is traced. */
export function currentTrace(): TraceParent | undefined {
  return tracing?.current();
}

/** Something to be done later, as a part of the trace in which it was ordered and not of whatever is going on then. */
export function keepTrace(work: () => void): () => void {
  return tracing ? tracing.bind(work) : work;
}

/** Request and trace id of the work that logs. */
export function traceFields(): Record<string, string> {
  return tracing?.logFields() ?? {};
}

/** Open a span by hand; null while nothing is traced. */
export function openSpan(name: string, options: SpanOptions & { requestId?: string } = {}): OpenSpan | null {
  return tracing?.open(name, options) ?? null;
}

/** Do a piece of work as a span of its own; without tracing this is only the call. */
export async function traced<T>(name: string, options: SpanOptions, work: () => Promise<T>): Promise<T> {
  if (!tracing) return work();
  const span = tracing.open(name, options);
  try {
    const result = await span.run(work);
    span.end({}, false);
    return result;
  } catch (error) {
    // The kind of the failure, not its message: a message of the database can quote values.
    span.end({ 'error.type': (error as Error).name }, true);
    throw error;
  }
}
