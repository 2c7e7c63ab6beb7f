import ipaddr from 'ipaddr.js';

/** An address as 32-bit words: one for IPv4, four for IPv6. */
export type AddressWords = readonly number[];

/** Parses an address; IPv4-mapped IPv6 becomes IPv4. Undefined if it is invalid. */
export const addressWords = (text: string): AddressWords | undefined =>
  plainIPv4(text) ?? plainIPv6(text) ?? unusual(text);

/** The usual text form of an address. */
export const addressText = (words: AddressWords): string =>
  words.length === 1 ? bytesOf(words).join('.') : hextetsOf(words).join(':');

/** The bytes of an address, 4 or 16. */
export const bytesOf = (words: AddressWords): number[] =>
  words.flatMap((word) => [word >>> 24, (word >>> 16) & 255, (word >>> 8) & 255, word & 255]);

const hextetsOf = (words: AddressWords): string[] =>
  words.flatMap((word) => [(word >>> 16).toString(16), (word & 0xffff).toString(16)]);

const [dot, colon, zero, nine, a, f] = Array.from('.:09af', (sign) => sign.charCodeAt(0)) as [
  ...[number, number, number, number, number, number],
];

/** Four decimal numbers without leading zeros, which some parsers read as octal. */
const plainIPv4 = (text: string): AddressWords | undefined => {
  let [word, numbers, number] = [0, 0, -1];
  for (let at = 0; at <= text.length; at++) {
    const sign = at < text.length ? text.charCodeAt(at) : dot;
    if (sign === dot) {
      if (number < 0) return undefined;
      word = word * 256 + number;
      numbers++;
      number = -1;
      continue;
    }
    if (sign < zero || sign > nine || number === 0) return undefined;
    number = Math.max(0, number) * 10 + sign - zero;
    if (number > 255) return undefined;
  }
  return numbers === 4 ? [word] : undefined;
};

/** Hextets with at most one gap; not those with leading zeros, such as mapped addresses. */
const plainIPv6 = (text: string): AddressWords | undefined => {
  const hextets: number[] = [];
  let [hextet, digits, gap] = [0, 0, -1];
  for (let at = 0; at < text.length; at++) {
    const sign = text.charCodeAt(at);
    if (sign === colon) {
      if (digits > 0) hextets.push(hextet);
      else if (gap >= 0 || text.charCodeAt(at - 1) !== colon) return undefined;
      else gap = hextets.length;
      hextet = digits = 0;
      continue;
    }
    const digit = hexDigit(sign);
    if (digit < 0 || ++digits > 4) return undefined;
    hextet = hextet * 16 + digit;
  }
  if (digits > 0) hextets.push(hextet);
  else if (gap !== hextets.length) return undefined;
  return wordsOf(hextets, gap);
};

const hexDigit = (sign: number): number => {
  if (sign >= zero && sign <= nine) return sign - zero;
  const small = sign | 32;
  return small >= a && small <= f ? small - a + 10 : -1;
};

const wordsOf = (hextets: number[], gap: number): AddressWords | undefined => {
  const isWhole = gap < 0 ? hextets.length === 8 : hextets.length < 7;
  if (!isWhole || !hextets[0]) return undefined;
  if (gap >= 0) hextets.splice(gap, 0, ...Array.from({ length: 8 - hextets.length }, () => 0));
  return [0, 2, 4, 6].map((at) => hextets[at]! * 65_536 + hextets[at + 1]!);
};

const unusual = (text: string): AddressWords | undefined => {
  if (!ipaddr.isValid(text)) return undefined;
  const bytes = ipaddr.process(text).toByteArray();
  return Array.from({ length: bytes.length / 4 }, (_, word) =>
    bytes.slice(word * 4, word * 4 + 4).reduce((sum, byte) => sum * 256 + byte, 0),
  );
};
