import { expect, it } from 'vitest';
import { isKeepable } from './keep-encoder.ts';

const request = (...lines: string[]): boolean => isKeepable(Buffer.from(`${lines.join('\r\n')}\r\n\r\n`));

it.each([
  ['PUT /tone HTTP/1.1', 'Content-Type: audio/mpeg'],
  ['SOURCE /tone ICE/1.0', 'content-type: audio/aacp'],
  ['PUT /tone HTTP/1.1'],
])('%s %s: an engine can come into its frames at any point', (...lines) => {
  expect(request(...lines)).toBe(true);
});

it.each([
  ['PUT /tone HTTP/1.1', 'Content-Type: application/ogg'],
  ['PUT /tone HTTP/1.1', 'Content-Type: audio/mpeg', 'Transfer-Encoding: chunked'],
  ['GET /admin/metadata?mount=/tone&mode=updinfo&song=a HTTP/1.1'],
  ['OPTIONS * HTTP/1.1'],
])('%s %s: its request cannot be made again', (...lines) => {
  expect(request(...lines)).toBe(false);
});

it('Shoutcast has no request that could be made again', () => {
  expect(isKeepable(Buffer.from('secret\r\n'))).toBe(false);
  expect(isKeepable(Buffer.from([0x5a, 0x00, 0x10, 0x01]))).toBe(false);
});
