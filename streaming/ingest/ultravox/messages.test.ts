import { expect, it } from 'vitest';
import { encipher, frame } from '../testing/ultravox-client.ts';
import { isUltravox } from '../source-request.ts';
import { createMessageReader, longestPayload, textOf } from './messages.ts';
import { createSongReader, songOf } from './song.ts';
import { decipher } from './xtea.ts';

it('reads messages however their bytes arrive', () => {
  const reader = createMessageReader();
  for (const byte of Buffer.concat([frame(0x1040, 'audio/mpeg\0'), frame(0x1004, '')]))
    reader.push(Buffer.from([byte]));
  const first = reader.next()!;
  expect([first.type, textOf(first)]).toEqual([0x1040, 'audio/mpeg']);
  expect(reader.next()).toEqual({ type: 0x1004, payload: Buffer.alloc(0) });
  expect(reader.next()).toBeUndefined();
  expect(reader.rest).toHaveLength(0);
});

it('refuses a lost sync and a message over 16 KB, and buffers no more than one unfinished message', () => {
  const reader = createMessageReader();
  reader.push(Buffer.concat([frame(0x7000, Buffer.alloc(longestPayload)), frame(0x7000, 'x').subarray(0, 5)]));
  expect(reader.next()!.payload).toHaveLength(longestPayload);
  expect(reader.next()).toBeUndefined();
  expect(reader.rest).toHaveLength(5);
  reader.push(Buffer.from('\x01x\0oops'));
  expect(textOf(reader.next()!)).toBe('x');
  expect(() => reader.next()).toThrow('broken framing');
  const tooLong = createMessageReader();
  tooLong.push(Buffer.from([0x5a, 0, 0x70, 0, 0x3f, 0xfa]));
  expect(() => tooLong.next()).toThrow('broken framing');
});

it('distinguishes Ultravox from a password that begins with a Z', () => {
  expect(isUltravox(frame(0x1009, '2.1'))).toBe(true);
  expect(isUltravox(Buffer.from('Zeta:secret\r\n'))).toBe(false);
  expect(isUltravox(Buffer.from('Z'))).toBe(false);
});

it('deciphers XTEA by its published vectors', () => {
  expect(encipher('ABCDEFGH', Buffer.from('000102030405060708090a0b0c0d0e0f', 'hex'))).toBe('497df3d072612cb5');
  expect(decipher('497df3d072612cb5', Buffer.from('000102030405060708090a0b0c0d0e0f', 'hex').toString())).toBe(
    'ABCDEFGH',
  );
  for (const text of ['', 'a', '12345678', 'mount:a longer password, ü'])
    expect(decipher(encipher(text, 'foobar'), 'foobar')).toBe(text);
  expect(decipher('497d', 'foobar')).toBeUndefined();
  expect(decipher('g'.repeat(16), 'foobar')).toBeUndefined();
});

it('assembles a song from its fragments, and discards an incomplete one', () => {
  const read = createSongReader();
  const part = (id: number, span: number, index: number, text: string): Buffer =>
    Buffer.concat([Buffer.from([0, id, 0, span, 0, index]), Buffer.from(text)]);
  expect(read(part(1, 2, 2, '2>Two</TIT2>'))).toBeUndefined();
  expect(read(part(1, 2, 1, '<TIT'))).toEqual({ title: 'Two', url: '' });
  expect(read(part(2, 2, 1, '<TIT2>A'))).toBeUndefined();
  expect(read(part(3, 2, 2, 'B</TIT2>'))).toBeUndefined();
  expect(read(part(3, 33, 1, '<TIT2>C</TIT2>'))).toBeUndefined();
  expect(read(part(3, 0, 0, '<TIT2>C</TIT2>'))).toBeUndefined();
  expect(read(Buffer.alloc(3))).toBeUndefined();
  for (let index = 1; index <= 31; index++) expect(read(part(4, 32, index, 'x'.repeat(16_000)))).toBeUndefined();
});

it('reads a song’s description in any order, with several artists', () => {
  const xml = '<TPE1>A</TPE1><TPE1 id="2">B</TPE1><URL>http://a.example/?x=1&amp;y</URL><TIT2>T</TIT2>';
  expect(songOf(xml)).toEqual({ title: 'A, B - T', url: 'http://a.example/?x=1&y' });
  expect(songOf('<metadata></metadata>')).toBeUndefined();
  expect(songOf('<TIT2>&#0;&#x110000;</TIT2>')).toEqual({ title: '&#0;&#x110000;', url: '' });
});

it('reads hostile descriptions in no time', () => {
  const before = process.threadCpuUsage();
  for (const text of ['<TIT2 ', '<TIT2>', '<![CDATA[', '&#', '</TIT2>']) songOf(text.repeat(65_536 / text.length));
  expect(process.threadCpuUsage(before).user / 1000).toBeLessThan(500);
});
