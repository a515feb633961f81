import proxyAddr from '@fastify/proxy-addr';

/**
 * Who may call a route that others than voters call.
 * @param list comma-separated addresses or CIDR ranges; empty: any
 * @throws TypeError for a list with something else in it
 */
export function allowedSenders(list: string): (address: string) => boolean {
  const allowed = list.split(',').flatMap((entry) => entry.trim() || []);
  if (!allowed.length) return () => true;
  const isAllowed = proxyAddr.compile(allowed);
  return (address) => isAllowed(address, 0);
}
