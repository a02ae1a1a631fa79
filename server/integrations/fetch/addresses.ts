import ipaddr from 'ipaddr.js';

/**
 * Addresses that the registries count as public, but behind which a cloud keeps the keys of its own machines: Azure's
 * and Oracle's. The others (169.254.169.254, 100.100.100.200, fd00:ec2::254) lie in ranges that are refused as a whole.
 */
const METADATA: ReadonlySet<string> = new Set(['168.63.129.16', '192.0.0.192']);
const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR('2000::/3');

/**
 * Whether an IP address belongs to the public internet. Private, loopback, link-local, shared (carrier NAT), multicast,
 * documentation and reserved ranges do not; nor do IPv6 addresses that carry an IPv4 address (mapped, compatible,
 * NAT64, 6to4, Teredo), because a router or the kernel may turn them into a private one.
 */
export function isPublicAddress(address: string): boolean {
  if (METADATA.has(address) || !ipaddr.isValid(address)) return false;
  const parsed = ipaddr.parse(address);
  if (parsed.range() !== 'unicast') return false;
  return parsed.kind() === 'ipv4' || (parsed as ipaddr.IPv6).match(GLOBAL_UNICAST);
}
