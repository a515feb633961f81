import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import proxyAddr from '@fastify/proxy-addr';
import type { VoterAddresses } from './voter-addresses.js';

const FORWARDED = 'x-forwarded-for';
/** Some proxies add the client's port, which is another one for every connection. */
const WITH_PORT = /^(?:\[([^\]]+)\](?::\d+)?|([^:]+):\d+)$/;

/** The address a request comes from: the connection's, or what proxies that we trust say of it. */
export class ClientAddresses {
  private readonly isTrusted: ((address: string, hop: number) => boolean) | null;

  /**
   * @param trustedProxies addresses and networks whose `X-Forwarded-For` is believed
   * @param watch told of every address that is asked for
   */
  constructor(
    trustedProxies: readonly string[],
    private readonly watch?: Pick<VoterAddresses, 'note'>,
  ) {
    this.isTrusted = trustedProxies.length ? proxyAddr.compile([...trustedProxies]) : null;
  }

  /** Of the nearest hop that is not one of our proxies, always an IP address (or empty for a connection that has ended). */
  of(request: IncomingMessage): string {
    const peer = plainAddress(request.socket.remoteAddress ?? '');
    this.clean(request);
    const address = this.isTrusted ? plainAddress(proxyAddr(request, this.isTrusted)) : peer;
    // What the other end forwards was not believed.
    this.watch?.note(address, address === peer && request.headers[FORWARDED] !== undefined);
    return address;
  }

  /**
   * Leave in the header only what is an address, without ports, from the right up to the first entry that is none: what is further left was
   * said by the one who wrote that. Called before the framework reads the header, so that limits never count by a made-up text.
   */
  clean(request: IncomingMessage): void {
    const header = request.headers[FORWARDED];
    if (!this.isTrusted || header === undefined) return;
    const hops: string[] = [];
    for (const hop of String(header).split(',').reverse()) {
      const address = withoutPort(hop.trim());
      if (!isIP(address)) break;
      hops.unshift(plainAddress(address));
    }
    if (hops.length) request.headers[FORWARDED] = hops.join(', ');
    else delete request.headers[FORWARDED];
  }
}

function withoutPort(hop: string): string {
  const [, bracketed, bare] = WITH_PORT.exec(hop) ?? [];
  return bracketed ?? bare ?? hop;
}

/** IPv4 written as IPv6 is the same address; the zone of a link is no part of it. */
function plainAddress(address: string): string {
  const [unzoned = ''] = address.split('%', 1);
  return unzoned.toLowerCase().startsWith('::ffff:') && unzoned.includes('.') ? unzoned.slice(7) : unzoned;
}
