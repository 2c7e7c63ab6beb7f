import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findStream } from './find-stream.ts';
import { isPublicAddress } from '#contract/rules/public-addresses.ts';
import { startStreamServer, type StreamServer } from './testing/stream-server.ts';

let server: StreamServer;
let inner: StreamServer;
const patience = new AbortController();
const mayDial = (address: string): boolean => address === '127.0.0.2';
const find = (url: string) => findStream(url, { mayDial, mayTry: () => true, signal: patience.signal });
const page = (type: string, body: string): string => `HTTP/1.1 200 OK\r\nContent-Type: ${type}\r\n\r\n${body}`;
const moved = (to: string): string => `HTTP/1.1 302 Found\r\nLocation: ${to}\r\n\r\n`;

beforeAll(async () => {
  server = await startStreamServer('127.0.0.2');
  inner = await startStreamServer('127.0.0.1');
  const audio = Buffer.alloc(100_000);
  for (const one of [server, inner]) one.answer('/sound', { sound: audio });
  server.answer('/old', { sound: audio, first: 'ICY 200 OK' });
  const m3u = `#EXTM3U\r\n#EXTINF:-1,Radio\r\nhttp://127.0.0.2:1/dead\r\n${server.url('/sound')}\r\n`;
  const answers: Record<string, string> = {
    '/moved': moved('/sound'),
    '/loop': moved('/loop'),
    '/inward': moved(inner.url('/sound')),
    '/mapped': moved(`http://[::ffff:127.0.0.1]:${inner.port}/sound`),
    '/file': moved('file:///etc/passwd'),
    '/list.pls': page('audio/x-scpls', `[playlist]\nNumberOfEntries=1\nFile1=${server.url('/sound')}\n`),
    '/list.m3u': page('text/plain', m3u),
    '/chunked.m3u': `HTTP/1.1 200 OK\r\nContent-Type: audio/x-mpegurl\r\nTransfer-Encoding: chunked\r\n\r\n6\r\n/sound\r\n0\r\n\r\n`,
    '/nested.m3u': page('audio/x-mpegurl', server.url('/list.pls')),
    '/inward.m3u': page('audio/x-mpegurl', inner.url('/sound')),
    '/long.m3u': page('audio/x-mpegurl', '#'.repeat(70_000)),
    '/empty.pls': page('audio/x-scpls', '[playlist]\n'),
    '/hls.m3u8': page('application/vnd.apple.mpegurl', '#EXTM3U\n#EXT-X-TARGETDURATION:6\n#EXTINF:6,\n1.aac\n'),
    '/page': page('text/html; charset=utf-8', '<html>'),
    '/nonsense': 'SSH-2.0-OpenSSH\r\n\r\n',
  };
  for (const [path, bytes] of Object.entries(answers)) server.answer(path, { bytes });
});
afterAll(() => {
  patience.abort();
  server.close();
  inner.close();
});

describe('a stream is found', () => {
  it.each(['/sound', '/old', '/moved', '/list.pls', '/list.m3u', '/chunked.m3u'])('behind %s', async (path) => {
    const answer = await find(server.url(path));
    answer.socket.destroy();
    expect(answer.headers.get('content-type')).toBe('audio/mpeg');
  });
});

describe('a stream is refused', () => {
  it.each([
    ['/loop', 'Too many redirects.'],
    ['/inward', 'Not a public IP address.'],
    ['/mapped', 'Not a public IP address.'],
    ['/file', 'Not an http or https URL.'],
    ['/nested.m3u', 'Nested playlists are not supported.'],
    ['/inward.m3u', 'Not a public IP address.'],
    ['/long.m3u', 'The playlist is too long.'],
    ['/empty.pls', 'The playlist has no entries.'],
    ['/hls.m3u8', 'HLS playlists are not supported: enter the URL of the stream itself.'],
    ['/page', 'The server sends text/html; charset=utf-8, which is not a supported audio type.'],
    ['/nonsense', 'The server could not be reached.'],
    ['/missing', 'The server answered with status 404.'],
  ])('behind %s, with the reason', async (path, reason) => {
    await expect(find(server.url(path))).rejects.toThrow(reason);
  });

  it('if the server is down, or the port belongs to another service', async () => {
    await expect(find('http://127.0.0.2:1024/')).rejects.toThrow('The server could not be reached.');
    await expect(find('http://127.0.0.2:25/')).rejects.toThrow('Port 25 is not allowed for streams.');
    await expect(find('http://no-such-name.invalid/')).rejects.toThrow('The host name could not be resolved.');
  });

  it.each([
    'http://localhost/',
    'http://0x7f000001:8000/',
    'http://[::1]/',
    'http://169.254.169.254/',
    'http://10.0.0.1/',
  ])('at %s, by the production rule', async (url) => {
    const outward = { mayDial: isPublicAddress, mayTry: () => true, signal: patience.signal };
    await expect(findStream(url, outward)).rejects.toThrow('Not a public IP address.');
  });
});
