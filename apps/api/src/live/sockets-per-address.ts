import type { IncomingMessage } from 'node:http';
import { BlockList, isIP, isIPv6 } from 'node:net';
import { type Environment, networkOf } from '@abato/platform';
import { AddressBudgets } from './address-budgets.js';
import { ConnectionGuard, type GuardedConnection } from './connection-guard.js';

/** Carriers put thousands of phones behind one address, so this only stops one machine from filling a process by itself. */
export const MAX_SOCKETS_PER_ADDRESS = 2_000;

/** A connection costs its address as much as so many messages. */
const CONNECTION_COST = 5;

/** What is used of an Engine.IO connection. */
interface Connection extends GuardedConnection {
  request: IncomingMessage;
}

/**
 * How many sockets each address (of IPv6: each customer’s network) has open in this process and how much all of them send, and
 * whether one more may be. Outside production the machine's own address is not limited, so that many simulated viewers can share it.
 */
export class SocketsPerAddress {
  private readonly open = new Map<string, number>();
  private readonly proxies: BlockList;
  private readonly budgets: AddressBudgets;

  /** @param now time in ms; must not go back */
  constructor(
    private readonly env: Pick<Environment, 'TRUSTED_PROXIES' | 'production'>,
    private readonly now: () => number = () => performance.now(),
  ) {
    this.proxies = blockListOf(env.TRUSTED_PROXIES);
    this.budgets = new AddressBudgets(now);
  }

  /** @returns why no further connection is taken; null when one is, which is then paid for */
  refusal(request: IncomingMessage): 'too many connections' | 'too many messages' | null {
    const address = this.addressOf(request);
    if (this.isExempt(address)) return null;
    const network = networkOf(address);
    if ((this.open.get(network) ?? 0) >= MAX_SOCKETS_PER_ADDRESS) return 'too many connections';
    return this.budgets.spend(network, CONNECTION_COST) ? null : 'too many messages';
  }

  /** Count a connection until it closes, and limit what it and its address send. */
  guard(connection: Connection): void {
    const address = this.addressOf(connection.request);
    const network = networkOf(address);
    this.open.set(network, (this.open.get(network) ?? 0) + 1);
    connection.once('close', () => {
      const left = (this.open.get(network) ?? 1) - 1;
      if (left > 0) this.open.set(network, left);
      else this.open.delete(network);
    });
    const isExempt = this.isExempt(address);
    new ConnectionGuard(connection, (cost) => isExempt || this.budgets.spend(network, cost), this.now);
  }

  private isExempt(address: string): boolean {
    return !this.env.production && isLoopback(address);
  }

  /** The nearest address that is not one of our own proxies. */
  private addressOf(request: IncomingMessage): string {
    let address = plain(request.socket.remoteAddress ?? '');
    const header = request.headers['x-forwarded-for'];
    const hops = (Array.isArray(header) ? header.join(',') : (header ?? ''))
      .split(',')
      .map((hop) => hop.trim());
    while (this.isProxy(address)) {
      const hop = hops.pop();
      if (!hop || !isIP(plain(hop))) break;
      address = plain(hop);
    }
    return address;
  }

  private isProxy(address: string): boolean {
    return isIP(address) !== 0 && this.proxies.check(address, isIPv6(address) ? 'ipv6' : 'ipv4');
  }
}

function blockListOf(setting: string): BlockList {
  const list = new BlockList();
  for (const hop of setting.split(',').map((each) => each.trim())) {
    const [address = '', bits] = hop.split('/');
    if (!isIP(address)) continue;
    const family = isIPv6(address) ? 'ipv6' : 'ipv4';
    if (bits === undefined) list.addAddress(address, family);
    else list.addSubnet(address, Number(bits), family);
  }
  return list;
}

/** IPv4 written as IPv6 is the same address. */
function plain(address: string): string {
  return address.startsWith('::ffff:') ? address.slice(7) : address;
}

function isLoopback(address: string): boolean {
  return address === '::1' || address.startsWith('127.');
}
