import { BlockList, isIPv6 } from 'node:net';
import { GHANA_NETWORKS, PRIVATE_NETWORKS } from './ghana-networks.js';

/** Tells the networks where voters usually are from all others (ADR 145). */
export class KnownNetworks {
  private readonly blocks = new BlockList();

  /** @param more CIDR ranges beside those of Ghana and private ones */
  constructor(more: readonly string[]) {
    for (const range of [...PRIVATE_NETWORKS, ...GHANA_NETWORKS, ...more]) {
      const [address = '', bits = ''] = range.split('/');
      this.blocks.addSubnet(address, Number(bits), isIPv6(address) ? 'ipv6' : 'ipv4');
    }
  }

  has(address: string): boolean {
    // An IPv4 address written as IPv6 is found among the IPv4 ranges.
    const plain = address.replace(/%.*$/, '');
    return this.blocks.check(plain, isIPv6(plain) ? 'ipv6' : 'ipv4');
  }
}
