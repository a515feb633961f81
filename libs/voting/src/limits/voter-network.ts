import { BlockList, isIPv6 } from 'node:net';
import { type Secrets, senderNetwork } from '@abato/platform';
import { GHANA_NETWORKS, PRIVATE_NETWORKS } from './ghana-networks.js';
import type { UnpaidVote } from './unpaid-votes.js';

/** Unpaid votes are limited over all contests: their digests are made as if there were one. */
const ALL_CONTESTS = 'unpaid';
/** Of numbers that a gateway vouches for: what strangers cast with a number does not count against its owner. */
const BY_GATEWAYS = 'unpaid by gateways';
/** So are person checks and tokens of browsers counted over all contests. */
const ALL_CHECKS = 'checks';
/** Digests kept, so that a crowd behind one address costs one; a few megabytes at most. */
const MAX_KNOWN = 20_000;
/** Of a network's digest that is stored with a vote. */
const LABEL_BYTES = 8;
/** Addresses are forgotten after this. */
const KNOWN_FOR_MS = 600_000;

/** Tells the networks where voters usually are from all others (ADR 42). */
export class KnownNetworks {
  private readonly privates = blocksOf(PRIVATE_NETWORKS);
  private readonly usual: BlockList;

  /** @param more CIDR ranges beside those of Ghana and private ones */
  constructor(more: readonly string[]) {
    this.usual = blocksOf([...GHANA_NETWORKS, ...more]);
  }

  has(address: string): boolean {
    return this.isPrivate(address) || includes(this.usual, address);
  }

  /** Whether it is no address of the internet: a hall's own network, or a proxy's. */
  isPrivate(address: string): boolean {
    return includes(this.privates, address);
  }
}

function blocksOf(ranges: readonly string[]): BlockList {
  const blocks = new BlockList();
  for (const range of ranges) {
    const [address = '', bits = ''] = range.split('/');
    blocks.addSubnet(address, Number(bits), isIPv6(address) ? 'ipv6' : 'ipv4');
  }
  return blocks;
}

function includes(blocks: BlockList, address: string): boolean {
  // An IPv4 address written as IPv6 is found among the IPv4 ranges.
  const plain = address.replace(/%.*$/, '');
  return blocks.check(plain, isIPv6(plain) ? 'ipv6' : 'ipv4');
}

/** Digests of the network address a vote comes from. The address itself is kept for minutes, in memory only. */
export class VoterNetwork {
  private readonly known = new Map<string, Buffer>();
  private knownUntil = 0;

  /** @param everywhere false: this machine's own address does not count, because many simulated voters share it */
  constructor(
    private readonly secrets: Secrets,
    private readonly everywhere: boolean,
    private readonly usual = new KnownNetworks([]),
  ) {}

  /** Whether a request comes from a network where few voters are; null for a gateway's. */
  isOutside(address: string | null): boolean {
    return address !== null && this.networkOf(address) !== null && !this.usual.has(address);
  }

  /** @returns nulls where the address does not count */
  digests(
    contestId: string,
    address: string | null,
    phone: string,
  ): { address: Buffer | null; neighbours: Buffer | null } {
    const network = this.networkOf(address);
    if (network === null) return { address: null, neighbours: null };
    return {
      address: this.addressDigest(contestId, network),
      neighbours: this.secrets.voterDigest(contestId, 'neighbours', `${network}|${phone.slice(0, -2)}`),
    };
  }

  /** @returns the network (/24, /48) and the wider network (/16, /32) of a vote; null where the address does not count */
  groups(contestId: string, address: string | null): { network: Buffer; wider: Buffer } | null {
    const sender = this.networkOf(address);
    if (sender === null) return null;
    const [network, wider] = groupsOf(sender);
    return {
      network: this.addressDigest(contestId, network),
      wider: this.addressDigest(contestId, wider),
    };
  }

  /** The network (/24, /48) of a vote, so short that it only tells groups of a contest apart; null where the address does not count. */
  label(contestId: string, address: string | null): Buffer | null {
    const sender = this.networkOf(address);
    return sender === null
      ? null
      : this.addressDigest(contestId, groupsOf(sender)[0]).subarray(0, LABEL_BYTES);
  }

  /** By what person checks and tokens are counted: an IPv4 address, 48 bits of an IPv6 address; null where the address does not count. */
  asker(address: string): Buffer | null {
    return this.senderDigest(ALL_CHECKS, address);
  }

  /** By what votes of unproven numbers are counted in a contest: as `asker`, but never all voters of a private network or behind a proxy as one. */
  crowd(contestId: string, address: string | null): Buffer | null {
    return address === null || this.usual.isPrivate(address) ? null : this.senderDigest(contestId, address);
  }

  private senderDigest(contestId: string, address: string): Buffer | null {
    const sender = this.networkOf(address);
    if (sender === null) return null;
    return this.addressDigest(contestId, sender.includes(':') ? groupsOf(sender)[0] : sender);
  }

  /** Who casts a paid vote. @param address null for a request that is a gateway's */
  unpaid(address: string | null, phone: string): Pick<UnpaidVote, 'phone' | 'address'> {
    const network = this.networkOf(address);
    const kind = address === null ? BY_GATEWAYS : ALL_CONTESTS;
    return {
      phone: this.secrets.voterDigest(kind, 'phone', phone).toString('base64url'),
      address: network === null ? null : this.addressDigest(ALL_CONTESTS, network).toString('base64url'),
    };
  }

  /** @param address null for a request that is a gateway's */
  private networkOf(address: string | null): string | null {
    return address === null ? null : senderNetwork(address, { production: this.everywhere });
  }

  private addressDigest(contestId: string, network: string): Buffer {
    const key = `${contestId} ${network}`;
    if (performance.now() > this.knownUntil) {
      this.known.clear();
      this.knownUntil = performance.now() + KNOWN_FOR_MS;
    }
    const known = this.known.get(key);
    if (known) return known;
    if (this.known.size >= MAX_KNOWN) this.known.clear();
    const digest = this.secrets.voterDigest(contestId, 'address', network);
    this.known.set(key, digest);
    return digest;
  }
}

/** @param sender an IPv4 address or the first four groups of an IPv6 address @returns its first three parts, and its first two */
function groupsOf(sender: string): [string, string] {
  const separator = sender.includes(':') ? ':' : '.';
  const parts = sender.split(separator);
  const first = (count: number): string => `${parts.slice(0, count).join(separator)}${separator}`;
  return [first(3), first(2)];
}
