import type { IncomingMessage } from 'node:http';
import { BlockList, isIP, isIPv6 } from 'node:net';
import { type Environment, networkOf } from '@abato/platform';

/** Carriers put thousands of phones behind one address, so this only stops one machine from filling a process by itself. */
export const MAX_SOCKETS_PER_ADDRESS = 2_000;

/** What is used of an Engine.IO connection. */
interface Connection {
  request: IncomingMessage;
  once(event: 'close', listener: () => void): unknown;
}

/**
 * How many sockets each address (of IPv6: each customer’s network) has open in this process, and whether one more may be. Outside production the machine's own
 * address is not limited, so that many simulated viewers can share it.
 */
export class SocketsPerAddress {
  private readonly open = new Map<string, number>();
  private readonly proxies: BlockList;

  constructor(private readonly env: Pick<Environment, 'TRUSTED_PROXIES' | 'production'>) {
    this.proxies = blockListOf(env.TRUSTED_PROXIES);
  }

  hasRoom(request: IncomingMessage): boolean {
    const address = this.addressOf(request);
    if (!this.env.production && isLoopback(address)) return true;
    return (this.open.get(networkOf(address)) ?? 0) < MAX_SOCKETS_PER_ADDRESS;
  }

  /** Count a connection until it closes. */
  count(connection: Connection): void {
    const address = networkOf(this.addressOf(connection.request));
    this.open.set(address, (this.open.get(address) ?? 0) + 1);
    connection.once('close', () => {
      const left = (this.open.get(address) ?? 1) - 1;
      if (left > 0) this.open.set(address, left);
      else this.open.delete(address);
    });
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
