import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findStream } from './find-stream.ts';
import { isPublicAddress } from '#contract/public-addresses.ts';
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
  const sound = Buffer.alloc(100_000);
  for (const one of [server, inner]) one.answer('/sound', { sound });
  server.answer('/old', { sound, first: 'ICY 200 OK' });
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
    ['/loop', 'It redirects too often.'],
    ['/inward', 'It is not at a public address.'],
    ['/mapped', 'It is not at a public address.'],
    ['/file', 'It is not a web address.'],
    ['/nested.m3u', 'It is a playlist of playlists.'],
    ['/inward.m3u', 'It is not at a public address.'],
    ['/long.m3u', 'Its playlist is too long.'],
    ['/empty.pls', 'It is a playlist without an entry.'],
    ['/hls.m3u8', 'It is an HLS playlist, which is not taken: give the address of the stream itself.'],
    ['/page', 'It sends text/html; charset=utf-8, which is no sound that is taken here.'],
    ['/nonsense', 'It could not be reached.'],
    ['/missing', 'It answers 404.'],
  ])('behind %s, with the reason', async (path, reason) => {
    await expect(find(server.url(path))).rejects.toThrow(reason);
  });

  it('where its server is not there, or its port is one of another service', async () => {
    await expect(find('http://127.0.0.2:1024/')).rejects.toThrow('It could not be reached.');
    await expect(find('http://127.0.0.2:25/')).rejects.toThrow('Port 25 is not one of streams.');
    await expect(find('http://no-such-name.invalid/')).rejects.toThrow('Its name is not known.');
  });

  it.each([
    'http://localhost/',
    'http://0x7f000001:8000/',
    'http://[::1]/',
    'http://169.254.169.254/',
    'http://10.0.0.1/',
  ])('at %s, in earnest', async (url) => {
    const outward = { mayDial: isPublicAddress, mayTry: () => true, signal: patience.signal };
    await expect(findStream(url, outward)).rejects.toThrow('It is not at a public address.');
  });
});
