import { BlockList, isIP } from 'node:net';

/** Whether an address may speak for others. */
export type Trust = (address: string) => boolean;

/** Trust by a list of addresses and networks (`10.0.0.0/8`, `::1`); throws on what is neither, and names the setting. */
export function createTrust(list: readonly string[], setting = 'TRUSTED_PROXIES'): Trust {
  const trusted = new BlockList();
  for (const entry of list) {
    const [address = '', bits] = entry.split('/');
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4';
    if (isIP(address) === 0) throw new Error(`${setting}: "${entry}" is neither an address nor a network.`);
    if (bits === undefined) trusted.addAddress(address, family);
    else trusted.addSubnet(address, Number(bits), family);
  }
  return (address) => isIP(address) !== 0 && trusted.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4');
}

/** An address as it is compared and reported: mapped IPv4 as IPv4, without zone. */
export function plainAddress(address: string | undefined): string {
  return (address ?? '').replace(/^::ffff:(?=\d+\.)/i, '').replace(/%.*$/, '');
}

/** The last address of `X-Forwarded-For` that no trusted proxy vouches for; `peer` where the peer itself isn't trusted. */
export function forwardedAddress(peer: string, header: string | undefined, trust: Trust): string {
  let address = peer;
  const hops = (header ?? '').split(',').map((hop) => plainAddress(hop.trim().replace(/^\[(.*)\](:\d+)?$/, '$1')));
  while (trust(address)) {
    const before = hops.pop();
    if (before === undefined || isIP(before) === 0) break;
    address = before;
  }
  return address;
}

const v2Signature = Buffer.from('\r\n\r\n\0\r\nQUIT\n', 'latin1');

/**
 * The PROXY protocol's prefix (version 1 or 2), which only a trusted peer may send: how long it is and whom it speaks
 * for. `more`: it has begun and is not whole; undefined: there is none.
 */
export function proxyPrefix(bytes: Buffer): { length: number; address: string | undefined } | 'more' | undefined {
  if (startsLike(bytes, v2Signature)) return version2(bytes);
  if (!startsLike(bytes, Buffer.from('PROXY '))) return undefined;
  const end = bytes.indexOf('\r\n');
  if (end < 0) return bytes.length > 107 ? undefined : 'more';
  const [, , source] = bytes.toString('latin1', 0, end).split(' ');
  return { length: end + 2, address: source && isIP(source) ? source : undefined };
}

function startsLike(bytes: Buffer, signature: Buffer): boolean {
  const length = Math.min(bytes.length, signature.length);
  return length > 0 && bytes.subarray(0, length).equals(signature.subarray(0, length));
}

function version2(bytes: Buffer): { length: number; address: string | undefined } | 'more' {
  if (bytes.length < 16) return 'more';
  const length = 16 + bytes.readUInt16BE(14);
  if (bytes.length < length) return 'more';
  const family = bytes[13]! >> 4;
  if (family === 1) return { length, address: bytes.subarray(16, 20).join('.') };
  if (family !== 2) return { length, address: undefined };
  const words = Array.from({ length: 8 }, (_, index) => bytes.readUInt16BE(16 + index * 2).toString(16));
  return { length, address: words.join(':') };
}
