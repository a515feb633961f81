import {
  context,
  createContextKey,
  isSpanContextValid,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
  TraceFlags,
  type Context,
  type SpanContext,
} from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import {
  BasicTracerProvider,
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
} from '@opentelemetry/sdk-trace-base';

/** A place in a trace as it travels in jobs and live messages: the `traceparent` of W3C Trace Context. */
export type TraceParent = string;

export interface SpanOptions {
  kind?: 'server' | 'client' | 'producer' | 'consumer';
  /** Where the work comes from when it is not the caller: of several places the first is the parent, the others are linked. */
  follows?: () => readonly (TraceParent | undefined)[];
  /** Names and numbers of ours only. Never a phone number, an address, a query string, an SQL parameter or a reference. */
  attributes?: Readonly<Record<string, string | number>>;
  /** Milliseconds since 1970; now by default. */
  startedAt?: number;
}

/** A piece of work that begins and ends in different places. */
export interface OpenSpan {
  /** Run something inside the span: what it starts is below it, what it logs carries its ids. */
  run<T>(work: () => T): T;
  end(attributes: Readonly<Record<string, string | number>>, failed: boolean): void;
}

/** What the exporter's side provides; nothing of it is loaded unless an endpoint is set. */
export interface Tracing {
  open(name: string, options: SpanOptions & { requestId?: string }): OpenSpan;
  current(): TraceParent | undefined;
  bind(work: () => void): () => void;
  logFields(): Record<string, string>;
  stop(): Promise<void>;
}

const KINDS = {
  server: SpanKind.SERVER,
  client: SpanKind.CLIENT,
  producer: SpanKind.PRODUCER,
  consumer: SpanKind.CONSUMER,
} as const;
/** A batch of votes serves up to 500 requests: more links than this tell nothing more. */
const MOST_LINKS = 32;
const SEND_EVERY_MS = 1_000;
const SEND_WITHIN_MS = 5_000;
const TRACE_PARENT = /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/;
const REQUEST_ID = createContextKey('abato request id');

export interface OtlpSettings {
  service: string;
  /** Base address of the collector; traces go to `/v1/traces` below it. */
  endpoint: string;
  /** `name=value,name=value`, for collectors that want a key. */
  headers: string;
  /** Of all requests, the share that is traced: 0 to 1. */
  sampledShare: number;
}

/** Spans by hand only: automatic instrumentation would put addresses, query strings and statements into them. */
export function otlpTracing({ service, endpoint, headers, sampledShare }: OtlpSettings): Tracing {
  const provider = new BasicTracerProvider({
    resource: resourceFromAttributes({ 'service.name': service, 'service.namespace': 'abato' }),
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(sampledShare) }),
    spanProcessors: [
      new BatchSpanProcessor(
        new OTLPTraceExporter({
          url: new URL('v1/traces', endpoint.endsWith('/') ? endpoint : `${endpoint}/`).href,
          headers: headersOf(headers),
          timeoutMillis: SEND_WITHIN_MS,
        }),
        { scheduledDelayMillis: SEND_EVERY_MS, exportTimeoutMillis: SEND_WITHIN_MS },
      ),
    ],
  });
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  const tracer = provider.getTracer('abato');

  return {
    open(name, { kind, follows, attributes, startedAt, requestId }): OpenSpan {
      const origin = follows ? originOf(follows()) : { parent: context.active(), links: [] };
      const span = tracer.startSpan(
        name,
        {
          kind: kind ? KINDS[kind] : SpanKind.INTERNAL,
          links: origin.links.map((linked) => ({ context: linked })),
          ...(attributes && { attributes }),
          ...(startedAt && { startTime: startedAt }),
        },
        origin.parent,
      );
      let inside = trace.setSpan(origin.parent, span);
      if (requestId) inside = inside.setValue(REQUEST_ID, requestId);
      return {
        run: (work) => context.with(inside, work),
        end(more, failed) {
          span.setAttributes(more);
          if (failed) span.setStatus({ code: SpanStatusCode.ERROR });
          span.end();
        },
      };
    },
    current: () => traceParentOf(trace.getSpanContext(context.active())),
    bind: (work) => context.bind(context.active(), work),
    logFields() {
      const active = context.active();
      const spanContext = trace.getSpanContext(active);
      const requestId = active.getValue(REQUEST_ID) as string | undefined;
      return { ...(requestId && { requestId }), ...(spanContext && { traceId: spanContext.traceId }) };
    },
    async stop() {
      await provider.shutdown();
      context.disable();
    },
  };
}

/** The first place that is recorded becomes the parent, the others links; other work begins a trace of its own. */
function originOf(places: readonly (TraceParent | undefined)[]): { parent: Context; links: SpanContext[] } {
  const known = places.flatMap((place) => spanContextOf(place) ?? []);
  const recorded = known.filter(({ traceFlags }) => traceFlags & TraceFlags.SAMPLED);
  const [first, ...links] = recorded.length ? recorded : known.slice(0, 1);
  const parent = first ? trace.setSpanContext(ROOT_CONTEXT, first) : ROOT_CONTEXT;
  return { parent, links: links.slice(0, MOST_LINKS) };
}

function spanContextOf(place: TraceParent | undefined): SpanContext | null {
  const parts = place ? TRACE_PARENT.exec(place) : null;
  if (!parts) return null;
  const [, traceId = '', spanId = '', flags = ''] = parts;
  const found = { traceId, spanId, traceFlags: Number.parseInt(flags, 16), isRemote: true };
  return isSpanContextValid(found) ? found : null;
}

function traceParentOf(spanContext: SpanContext | undefined): TraceParent | undefined {
  if (!spanContext || !isSpanContextValid(spanContext)) return undefined;
  const flags = spanContext.traceFlags.toString(16).padStart(2, '0');
  return `00-${spanContext.traceId}-${spanContext.spanId}-${flags}`;
}

function headersOf(text: string): Record<string, string> {
  return Object.fromEntries(
    text.split(',').flatMap((pair) => {
      const [, name, value] = /^\s*([^=\s]+)\s*=(.*)$/.exec(pair) ?? [];
      return name && value !== undefined ? [[name, decodeURIComponent(value.trim())]] : [];
    }),
  );
}
