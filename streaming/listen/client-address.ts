import { BlockList, isIP } from 'node:net';

/** Whether an address is a trusted proxy. */
export type Trust = (address: string) => boolean;

/** Trust by a list of IP addresses and networks (`10.0.0.0/8`, `::1`); throws on anything else, naming the setting. */
export const createTrust = (list: readonly string[], setting = 'TRUSTED_PROXIES'): Trust => {
  const trusted = new BlockList();
  for (const entry of list) {
    const [address = '', bits] = entry.split('/');
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4';
    if (isIP(address) === 0) throw new Error(`${setting}: "${entry}" is neither an IP address nor a network.`);
    if (bits === undefined) trusted.addAddress(address, family);
    else trusted.addSubnet(address, Number(bits), family);
  }
  return (address) => isIP(address) !== 0 && trusted.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4');
};

/** An IP address in normal form: IPv4-mapped addresses as IPv4, without zone. */
export const plainAddress = (address: string | undefined): string =>
  (address ?? '').replace(/^::ffff:(?=\d+\.)/i, '').replace(/%.*$/, '');

/** The last address of `X-Forwarded-For` that is not a trusted proxy; `peer` if the peer itself isn't trusted. */
export const forwardedAddress = (peer: string, header: string | undefined, trust: Trust): string => {
  let address = peer;
  const hops = (header ?? '').split(',').map((hop) => plainAddress(hop.trim().replace(/^\[(.*)\](:\d+)?$/, '$1')));
  while (trust(address)) {
    const before = hops.pop();
    if (before === undefined || isIP(before) === 0) break;
    address = before;
  }
  return address;
};

const v2Signature = Buffer.from('\r\n\r\n\0\r\nQUIT\n', 'latin1');

/**
 * The length and source address of a PROXY protocol prefix (version 1 or 2), which only trusted peers may send. `more`:
 * it is incomplete; undefined: there is none.
 */
export const proxyPrefix = (bytes: Buffer): { length: number; address: string | undefined } | 'more' | undefined => {
  if (mayStartWith(bytes, v2Signature)) return version2(bytes);
  if (!mayStartWith(bytes, Buffer.from('PROXY '))) return undefined;
  const end = bytes.indexOf('\r\n');
  if (end < 0) return bytes.length > 107 ? undefined : 'more';
  const [, , source] = bytes.toString('latin1', 0, end).split(' ');
  return { length: end + 2, address: source && isIP(source) ? source : undefined };
};

const mayStartWith = (bytes: Buffer, signature: Buffer): boolean => {
  const length = Math.min(bytes.length, signature.length);
  return length > 0 && bytes.subarray(0, length).equals(signature.subarray(0, length));
};

const version2 = (bytes: Buffer): { length: number; address: string | undefined } | 'more' => {
  if (bytes.length < 16) return 'more';
  const length = 16 + bytes.readUInt16BE(14);
  if (bytes.length < length) return 'more';
  const family = bytes[13]! >> 4;
  if (family === 1) return { length, address: bytes.subarray(16, 20).join('.') };
  if (family !== 2) return { length, address: undefined };
  const words = Array.from({ length: 8 }, (_, index) => bytes.readUInt16BE(16 + index * 2).toString(16));
  return { length, address: words.join(':') };
};
