import ipaddr from 'ipaddr.js';

/** Whether an address is out on the internet: not private, loopback, link-local, carrier-grade NAT, reserved, or one of those inside an IPv6 address (the portal's own rule for what it fetches). */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.parse(address);
  if (parsed.kind() === 'ipv4') return parsed.range() === 'unicast';
  const inner = embeddedV4(parsed as ipaddr.IPv6);
  return inner ? isPublicAddress(inner) : parsed.range() === 'unicast';
}

/** The IPv4 address that an IPv6 one leads to: mapped, NAT64 (64:ff9b::/96), 6to4 (2002::/16), or the old compatible form. */
function embeddedV4(address: ipaddr.IPv6): string | undefined {
  if (address.isIPv4MappedAddress()) return address.toIPv4Address().toString();
  const bytes = address.toByteArray();
  const dotted = (from: number): string => bytes.slice(from, from + 4).join('.');
  const { parts } = address;
  if (parts[0] === 0x64 && parts[1] === 0xff9b) return dotted(12);
  if (parts[0] === 0x2002) return dotted(2);
  return parts.slice(0, 6).every((part) => part === 0) ? dotted(12) : undefined;
}
