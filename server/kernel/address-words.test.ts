import { hash } from 'node:crypto';
import ipaddr from 'ipaddr.js';
import { expect, it } from 'vitest';
import { addressText, addressWords, bytesOf } from './address-words.ts';

const read = (text: string): number[] | undefined => {
  const words = addressWords(text);
  return words && bytesOf(words);
};
const expected = (text: string): number[] | undefined =>
  ipaddr.isValid(text) ? ipaddr.process(text).toByteArray() : undefined;

it.each([
  ...['8.8.8.8', '0.0.0.0', '255.255.255.255', '1.2.3', '1.2.3.4.5', '256.1.1.1', '1..2.3', '.1.2.3.4', '1.2.3.4.'],
  ...['010.1.2.3', '0x7f.1', '127.1', '1.2.3.04', '00.1.2.3', '', ' ', ' 8.8.8.8', '8.8.8.8 ', '-1.2.3.4', '１.2.3.4'],
  ...['::', '::1', '2a02:1:2:3:4:5:6:7', '2A02::ABCD', '2a02::', '2a02::1', '2a02:0:0::7', '2a02:1:2:3:4:5:6::'],
  ...['2a02::4:5:6:7', '2a02:1::3:4:5:6:7', '2a02:1:2::3:4:5:6:7', '2a02:1:2:3:4:5:6:7:8', '2a02:1:2:3:4:5:6:7::'],
  ...['2a02:', ':2a02', '2a02:::1', '2a02::1::2', '2a02::1:', ':2a02::1', '2a02::12345', '2a02::00001', '2a02::g'],
  ...['::ffff:8.8.8.8', '::ffff:808:808', '64:ff9b::8.8.8.8', 'fe80::1%eth0', '2a02::1.2.3.4', '[2a02::1]', 'x', ':'],
])('parses %j correctly', (text) => {
  expect(read(text)).toEqual(expected(text));
});

it('parses any notation, and formats what it parses', () => {
  for (let i = 0; i < 5000; i++) {
    const text = someAddress(i);
    expect(read(text)).toEqual(expected(text));
    const words = addressWords(text);
    if (words) expect(addressWords(addressText(words))).toEqual(words);
  }
});

/** Addresses of all kinds, some with one wrong character; the same in each run. */
const someAddress = (i: number): string => {
  const random = hash('sha256', String(i), 'buffer');
  const bytes = Array.from({ length: i % 2 === 0 ? 4 : 16 }, (_, at) => (random[at]! % 3) * (random[at + 16]! >> 1));
  const address = ipaddr.fromByteArray(bytes);
  const text = i % 3 === 0 ? address.toNormalizedString() : address.toString();
  if (i % 5 > 0) return text;
  const at = random[0]! % text.length;
  return `${text.slice(0, at)}${'.:0f%'[random[1]! % 5]!}${text.slice(at + (random[2]! % 2))}`;
};
