import type { RequestOptions } from 'node:https';

/** A proxy that runs. */
export interface Proxy {
  url: string;
  /** What a client needs to know besides: whose certificates it believes. */
  options: RequestOptions;
  said(): string;
  stop(): Promise<void>;
}
