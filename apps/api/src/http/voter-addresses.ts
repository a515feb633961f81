import { Counter, type Registry } from 'prom-client';
import type { Readiness } from '@abato/platform';

/** Loopback, link-local, private (RFC 1918, RFC 4193) and shared (RFC 6598) addresses, as `ClientAddresses` writes them. */
const OWN_NETWORK =
  /^(?:10\.|127\.|192\.168\.|169\.254\.|172\.(?:1[6-9]|2\d|3[01])\.|100\.(?:6[4-9]|[7-9]\d|1[01]\d|12[0-7])\.|f[cd][\da-f]{2}:|fe[89ab][\da-f]:|::1$)/;

const KINDS = ['public', 'private', 'unlisted-proxy'] as const;
/** The hint looks at this much time (ms) and at no fewer votes than this. */
const WINDOW_MS = 5 * 60_000;
const ENOUGH = 50;

/**
 * Notices that voters' addresses are hidden behind a hop of our own: limits by address would count all voters as one. Either a proxy is
 * not listed in TRUSTED_PROXIES (its own address is taken, what it forwards is not believed), or the list is so wide, or the hop before it
 * hides so much, that an address of our own network is taken for the voter's.
 */
export class VoterAddresses {
  private readonly counter: Counter;
  private windowFrom = -Infinity;
  private all = 0;
  private readonly hidden = new Map<string, number>();

  constructor(
    metrics: Registry,
    readiness: Readiness,
    private readonly now: () => number = () => performance.now(),
  ) {
    this.counter = new Counter({
      name: 'abato_client_addresses_total',
      help: 'Casts by the kind of address they are counted under: public, private (of our own network), unlisted-proxy (forwards addresses and is not trusted)',
      labelNames: ['kind'],
      registers: [metrics],
    });
    for (const kind of KINDS) this.counter.inc({ kind }, 0);
    readiness.addHint(() => this.hint());
  }

  /**
   * @param address the cast is counted under
   * @param forwardsUnheard the connection's other end forwards an address and is not one of the trusted proxies
   */
  note(address: string, forwardsUnheard: boolean): void {
    const isOwn = OWN_NETWORK.test(address);
    const kind = forwardsUnheard ? 'unlisted-proxy' : isOwn ? 'private' : 'public';
    this.counter.inc({ kind });
    const now = this.now();
    if (now - this.windowFrom > WINDOW_MS) {
      this.windowFrom = now;
      this.all = 0;
      this.hidden.clear();
    }
    this.all++;
    if (kind !== 'public' && (this.hidden.has(address) || this.hidden.size < 100)) {
      this.hidden.set(address, (this.hidden.get(address) ?? 0) + 1);
    }
  }

  private hint(): string | null {
    const [most] = [...this.hidden].sort(([, a], [, b]) => b - a);
    const sum = [...this.hidden.values()].reduce((total, count) => total + count, 0);
    if (!most || this.all < ENOUGH || sum * 2 <= this.all) return null;
    return `${sum} of the last ${this.all} casts are counted under addresses of proxies or of our own network (most under ${most[0]}): see TRUSTED_PROXIES in docs/runbook.md#one-address`;
  }
}
