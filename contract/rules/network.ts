/**
 * Addresses from `first` to `last`, each as 32 hexadecimal digits, so that they compare as text. IPv4 is stored in its
 * IPv6-mapped form (`::ffff:0:0/96`), so that an address and its mapped form are the same.
 */
export type Network = { first: string; last: string; bits: number };

const words = 8;
const mappedBits = 96;
const mappedDigits = '00000000000000000000ffff';

/**
 * Parses `10.0.0.0/8`, `2001:db8::/32` or a single address; undefined for anything else. Bits after the prefix are
 * ignored.
 */
export const parseNetwork = (text: string): Network | undefined => {
  const parts = text.trim().split('/');
  if (parts.length > 2) return undefined;
  const [address = '', written] = parts;
  const parsed = parseAddress(address);
  if (!parsed) return undefined;
  const isV4 = !address.includes(':');
  const most = isV4 ? 32 : 128;
  const prefix = written === undefined ? most : /^\d{1,3}$/.test(written) ? Number(written) : Number.NaN;
  if (!(prefix <= most)) return undefined;
  const bits = isV4 ? prefix + mappedBits : prefix;
  return { bits, first: digits(masked(parsed, bits, 0)), last: digits(masked(parsed, bits, 0xffff)) };
};

/** An address in the form in which networks compare; undefined if it isn't an address. */
export const addressDigits = (address: string): string | undefined => {
  const parsed = parseAddress(address);
  return parsed && digits(parsed);
};

/** The text form of a network: without the bits after its prefix; a single address has no prefix. */
export const writeNetwork = ({ first, bits }: Network): string => {
  const isV4 = bits >= mappedBits && first.startsWith(mappedDigits);
  const prefix = isV4 ? bits - mappedBits : bits;
  const address = isV4
    ? [24, 26, 28, 30].map((at) => Number.parseInt(first.slice(at, at + 2), 16)).join('.')
    : new URL(`http://[${first.match(/.{4}/g)?.join(':') ?? ''}]`).hostname.slice(1, -1);
  return prefix === (isV4 ? 32 : 128) ? address : `${address}/${prefix}`;
};

/**
 * What limits count as one client: an IPv4 address (also IPv6-mapped), or the /64 network of an IPv6 address, which is
 * what one household gets. Text that isn't an address is returned unchanged.
 */
export const clientNetwork = (address: string): string => {
  if (!address.includes(':')) return address;
  const found = addressDigits(address.replace(/%.*/, ''));
  if (found === undefined) return address;
  if (found.startsWith(mappedDigits)) return writeNetwork({ first: found, last: found, bits: 128 });
  return writeNetwork({ first: found.slice(0, 16).padEnd(32, '0'), last: found, bits: 64 });
};

const parseAddress = (text: string): number[] | undefined => {
  if (!text.includes(':')) {
    const v4 = parseV4(text);
    return v4 && [0, 0, 0, 0, 0, 0xffff, ...v4];
  }
  const halves = text.split('::');
  if (halves.length > 2) return undefined;
  const [head, tail] = halves.map(parseHalf);
  if (!head || (halves.length === 2 && !tail)) return undefined;
  if (!tail) return head.length === words ? head : undefined;
  const zeros = words - head.length - tail.length;
  return zeros < 1 ? undefined : [...head, ...Array.from({ length: zeros }, () => 0), ...tail];
};

/** Rejects leading zeros, as some parsers read them as octal. */
const parseV4 = (text: string): [number, number] | undefined => {
  const found = /^(\d{1,3})\.(\d{1,3})\.(\d{1,3})\.(\d{1,3})$/.exec(text);
  if (!found) return undefined;
  const bytes = found.slice(1).map(Number);
  if (bytes.some((byte, i) => byte > 255 || String(byte) !== found[i + 1])) return undefined;
  const [a = 0, b = 0, c = 0, d = 0] = bytes;
  return [a * 256 + b, c * 256 + d];
};

const parseHalf = (text: string): number[] | undefined => {
  if (text === '') return [];
  const found: number[] = [];
  const parts = text.split(':');
  for (const [i, part] of parts.entries()) {
    const v4 = i === parts.length - 1 && part.includes('.') ? parseV4(part) : undefined;
    if (v4) found.push(...v4);
    else if (/^[0-9a-f]{1,4}$/i.test(part)) found.push(Number.parseInt(part, 16));
    else return undefined;
  }
  return found.length <= words ? found : undefined;
};

/** The address with the bits after the prefix all 0 or all 1. */
const masked = (address: readonly number[], bits: number, fill: 0 | 0xffff): number[] =>
  address.map((word, i) => {
    const behind = 0xffff >> Math.min(16, Math.max(0, bits - i * 16));
    return (word & ~behind & 0xffff) | (fill & behind);
  });

const digits = (address: readonly number[]): string =>
  address.map((word) => word.toString(16).padStart(4, '0')).join('');
