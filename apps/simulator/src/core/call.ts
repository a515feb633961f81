import type { Fields } from './fields.js';
import type { Simulator } from './simulator.js';

/** One call, with everything a handler may look at. */
export interface Call {
  params: Record<string, string | undefined>;
  query: Fields;
  /** Empty when the body is no object. */
  body: Fields;
  rawBody: unknown;
  headers: Record<string, unknown>;
}

/** @returns the answer's JSON, or a {@link Reply}. @throws ProviderError, NoAnswer or ControlError */
export type Handler = (sim: Simulator, call: Call) => unknown;

/** An answer that is not 200 with JSON. */
export class Reply {
  constructor(
    readonly status: number,
    readonly body: unknown = '',
    readonly headers: Record<string, string> = {},
  ) {}
}
