import { isIPv6 } from 'node:net';

const LOOPBACK = /^(127\.|::1$|::ffff:127\.)/;

/**
 * The network whose share a request uses up.
 * @returns null where addresses do not count: many simulated people share a developer's machine
 */
export function senderNetwork(address: string, env: { production: boolean }): string | null {
  return !address || (!env.production && LOOPBACK.test(address)) ? null : networkOf(address);
}

/** An IPv4 address as it is; of an IPv6 address the first 64 bits, which is what one customer has. */
export function networkOf(address: string): string {
  const plain = address.startsWith('::ffff:') ? address.slice(7) : address;
  if (!isIPv6(plain)) return plain;
  const [head = '', tail] = plain.split('%', 1)[0]?.split('::') ?? [];
  const groups = head ? head.split(':') : [];
  if (tail !== undefined) {
    const rest = tail ? tail.split(':') : [];
    groups.push(...Array.from({ length: Math.max(0, 8 - groups.length - rest.length) }, () => '0'), ...rest);
  }
  return groups
    .slice(0, 4)
    .map((group) => group.toLowerCase().replace(/^0+(?=.)/, ''))
    .join(':');
}
