/** See fault-proxy.mjs. */
export class FaultProxy {
  /** @param targets ports on this machine, best first; the first that takes the connection serves it */
  constructor(targets: () => number[]);
  readonly port: number;
  listen(port?: number): Promise<this>;
  break(
    mode: 'latency' | 'refuse' | 'half-open' | 'drop-up' | 'drop-down',
    options?: { latencyMs?: number },
  ): void;
  heal(): void;
  /** Cut every connection with a reset. */
  reset(): void;
  close(): Promise<void>;
}
