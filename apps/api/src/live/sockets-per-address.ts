import type { IncomingMessage } from 'node:http';
import { type Environment, networkOf } from '@abato/platform';
import { ClientAddresses } from '../http/client-addresses.js';
import { listOf } from '../http/origins.js';
import { AddressBudgets } from './token-bucket.js';
import { ConnectionGuard, type GuardedConnection } from './connection-guard.js';

/** A connection costs its address as much as so many messages. */
const CONNECTION_COST = 5;

export const SOCKET_REFUSALS = ['process is full', 'too many connections', 'too many messages'] as const;
export type SocketRefusal = (typeof SOCKET_REFUSALS)[number];

type Settings = Pick<
  Environment,
  | 'TRUSTED_PROXIES'
  | 'SOCKETS_PER_PROCESS'
  | 'SOCKETS_PER_ADDRESS'
  | 'SOCKET_MESSAGES_PER_SECOND'
  | 'ADDRESS_MESSAGES_PER_SECOND'
  | 'production'
>;

/** What is used of an Engine.IO connection. */
interface Connection extends GuardedConnection {
  request: IncomingMessage;
}

/**
 * How many sockets each address (of IPv6: each customer’s network) has open in this process and how much all of them send, and
 * whether one more may be, there and in the process. Outside production the machine's own address is not limited, so that many simulated
 * viewers can share it.
 */
export class SocketsPerAddress {
  private readonly open = new Map<string, number>();
  private all = 0;
  private readonly addresses: ClientAddresses;
  private readonly budgets: AddressBudgets;

  /** @param now time in ms; must not go back */
  constructor(
    private readonly env: Settings,
    private readonly now: () => number = () => performance.now(),
  ) {
    this.addresses = new ClientAddresses(listOf(env.TRUSTED_PROXIES));
    this.budgets = new AddressBudgets(env.ADDRESS_MESSAGES_PER_SECOND, now);
  }

  /** How many connections the process takes. */
  get most(): number {
    return this.env.SOCKETS_PER_PROCESS;
  }

  /** @returns why no further connection is taken; null when one is, which is then paid for */
  refusal(request: IncomingMessage): SocketRefusal | null {
    if (this.all >= this.env.SOCKETS_PER_PROCESS) return 'process is full';
    const address = this.addresses.of(request);
    if (this.isExempt(address)) return null;
    const network = networkOf(address);
    if ((this.open.get(network) ?? 0) >= this.env.SOCKETS_PER_ADDRESS) return 'too many connections';
    return this.budgets.spend(network, CONNECTION_COST) ? null : 'too many messages';
  }

  /** Count a connection until it closes, and limit what it and its address send. */
  guard(connection: Connection): void {
    const address = this.addresses.of(connection.request);
    const network = networkOf(address);
    this.open.set(network, (this.open.get(network) ?? 0) + 1);
    this.all++;
    connection.once('close', () => {
      this.all--;
      const left = (this.open.get(network) ?? 1) - 1;
      if (left > 0) this.open.set(network, left);
      else this.open.delete(network);
    });
    const isExempt = this.isExempt(address);
    const budget = (cost: number): boolean => isExempt || this.budgets.spend(network, cost);
    new ConnectionGuard(connection, budget, this.env.SOCKET_MESSAGES_PER_SECOND, this.now);
  }

  private isExempt(address: string): boolean {
    return !this.env.production && isLoopback(address);
  }
}

function isLoopback(address: string): boolean {
  return address === '::1' || address.startsWith('127.');
}
