import { randomInt } from 'node:crypto';

/** 48 bits that the IPv6 addresses of this process share. A group has 16 bits; a process id may have more. */
export const SITE = `2001:db8:${(process.pid & 0xffff).toString(16)}`;

// Files that run one after the other in a process load this anew: each begins at another number.
let networks = randomInt(0x10000);

/** An IPv6 network (/64) that no other test names. @returns four groups; `${network}::1` is an address of it */
export function aNetwork(): string {
  networks = (networks + 1) % 0x10000;
  return `${SITE}:${networks.toString(16)}`;
}

let addresses = 0;

/** An IPv4 address that no other test names, of the range for benchmarks (RFC 2544); a process has 64. */
export function anIpv4Address(): string {
  const nr = (process.pid * 64 + addresses++) & 0x1ffff;
  return `198.${18 + (nr >> 16)}.${(nr >> 8) & 0xff}.${nr & 0xff}`;
}
