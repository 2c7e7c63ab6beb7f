import ipaddr from 'ipaddr.js';

/** Whether an address is out on the internet: not private, loopback, link-local, reserved, or one of those mapped into IPv6. */
export const isPublicAddress = (address: string): boolean => {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.parse(address);
  if (parsed.kind() === 'ipv4') return parsed.range() === 'unicast';
  const v6 = parsed as ipaddr.IPv6;
  const inner = embeddedV4(v6);
  if (inner) return isPublicAddress(inner);
  return v6.range() === 'unicast';
};

/** Whether an address is one of these, or in one of these networks (10.0.0.0/8). */
export const isWithin = (address: string, networks: readonly string[]): boolean => {
  const parsed = ipaddr.isValid(address) ? ipaddr.process(address) : undefined;
  return networks.some((network) => {
    const [range, bits] = network.includes('/')
      ? ipaddr.parseCIDR(network)
      : [ipaddr.process(network), network.includes(':') ? 128 : 32];
    return parsed?.kind() === range.kind() && parsed.match(range, bits);
  });
};

/** The IPv4 address that an IPv6 one leads to: mapped, NAT64 (64:ff9b::/96), 6to4 (2002::/16), or the old compatible form. */
const embeddedV4 = (address: ipaddr.IPv6): string | undefined => {
  if (address.isIPv4MappedAddress()) return address.toIPv4Address().toString();
  const bytes = address.toByteArray();
  const dotted = (from: number) => bytes.slice(from, from + 4).join('.');
  const { parts } = address;
  if (parts[0] === 0x64 && parts[1] === 0xff9b) return dotted(12);
  if (parts[0] === 0x2002) return dotted(2);
  if (parts.slice(0, 6).every((part) => part === 0)) return dotted(12);
  return undefined;
};
