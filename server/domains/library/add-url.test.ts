import { createServer, type Server, type ServerResponse } from 'node:http';
import { createServer as createPlain, type Server as PlainServer, type AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { library } from '#contract/api/library.ts';
import { guardedOutbound } from '#server/kernel/outbound/guarded.ts';
import { libraryRig, type LibraryRig } from './testing/library-rig.ts';

/* "Add media URL" (spec §2): static MP3s only, fetched by the guarded client. */

let rig: LibraryRig;
let server: Server;
let oldServer: PlainServer;
let url: string;
let oldUrl: string;
let bytes: Buffer;

const answers: Record<string, (reply: ServerResponse) => void> = {
  '/files/My%20Song.mp3': (reply) =>
    reply.writeHead(200, { 'content-type': 'audio/mpeg', 'content-length': bytes.length }).end(bytes),
  '/moved.mp3': (reply) => reply.writeHead(302, { location: '/files/My%20Song.mp3' }).end(),
  '/inward.mp3': (reply) => reply.writeHead(302, { location: 'http://10.0.0.1/a.mp3' }).end(),
  '/live': (reply) => reply.writeHead(200, { 'content-type': 'audio/mpeg', 'icy-name': 'Radio' }).write(bytes),
  '/endless.mp3': (reply) => reply.writeHead(200, { 'content-type': 'audio/mpeg' }).write(bytes),
  '/list': (reply) => reply.writeHead(200, { 'content-type': 'application/vnd.apple.mpegurl' }).end('#EXTM3U'),
  '/page.mp3': (reply) => reply.writeHead(200, { 'content-type': 'text/html', 'content-length': 5 }).end('<p>No'),
  '/huge.mp3': (reply) => reply.writeHead(200, { 'content-length': 5 * 1024 ** 3 }).write('x'),
  '/hidden.mp3': (reply) => reply.writeHead(200, { 'content-length': 900 }).end('#EXTM3U\n'.padEnd(900, 'x')),
  '/flac.mp3': (reply) => {
    const flac = rig.tone('wrong.flac', 440);
    reply.writeHead(200, { 'content-length': flac.length }).end(flac);
  },
  '/cut.mp3': (reply) => {
    reply.writeHead(200, { 'content-length': bytes.length }).write(bytes.subarray(0, 9000));
    setTimeout(() => reply.destroy(), 50);
  },
};

beforeAll(async () => {
  const outbound = guardedOutbound({ isAllowed: (address) => address === '127.0.0.1', isPortAllowed: () => true });
  rig = await libraryRig({ work: true, outbound });
  bytes = rig.tone('song.mp3', 660, ['-metadata', 'title=From afar']);
  server = createServer((request, reply) => {
    const answer = answers[request.url ?? ''];
    if (answer) answer(reply);
    else reply.writeHead(404).end();
  });
  oldServer = createPlain((socket) => {
    socket.on('error', () => undefined);
    socket.end('ICY 200 OK\r\nicy-name: Old\r\n\r\nsound');
  });
  for (const each of [server, oldServer]) await new Promise<void>((done) => each.listen(0, '127.0.0.1', done));
  const urlOf = (each: Server | PlainServer) => `http://127.0.0.1:${String((each.address() as AddressInfo).port)}`;
  [url, oldUrl] = [urlOf(server), urlOf(oldServer)];
}, 120_000);
afterAll(async () => {
  server.closeAllConnections();
  server.close();
  oldServer.close();
  await rig.close();
});

it.each(['/files/My%20Song.mp3', '/moved.mp3'])(
  'downloads %s, and stores its URL',
  async (path) => {
    const media = await rig.newLibrary();
    const { json, status } = await media.call(library.addUrl, { body: { url: url + path } });
    expect(status).toBe(202);
    expect(await media.waitForTask(json.task)).toMatchObject({ status: 'SUCCESS' });
    const { tracks } = await media.list();
    expect(tracks).toMatchObject([{ metadata: { title: 'From afar' }, url: url + path, size: bytes.length }]);
    const repeated = await media.call(library.addUrl, { body: { url: url + path } });
    expect(await media.waitForTask(repeated.json.task)).toMatchObject({ status: 'SUCCESS', duplicate: true });
    expect((await media.list()).total).toBe(1);
  },
  120_000,
);

describe('refuses at once', () => {
  it.each([
    ['/live', 'media.urlIsStream', /streaming server/],
    ['/endless.mp3', 'media.urlIsStream', /length/],
    ['/list', 'media.urlIsStream', /playlist/],
    ['/any.m3u8', 'media.urlIsStream', /playlist/],
    ['/page.mp3', 'media.urlNotMp3', /text\/html/],
    ['/huge.mp3', 'media.tooLarge', /1 GB/],
    ['/nothing.mp3', 'outbound.refused', /404/],
    ['/inward.mp3', 'outbound.refused', /public/],
  ])('%s', async (path, code, reason) => {
    const media = await rig.newLibrary();
    const { json } = await media.call(library.addUrl, { body: { url: url + path } });
    expect(json.error).toMatchObject({ code, message: expect.stringMatching(reason) as string });
    expect((await media.list()).total).toBe(0);
  });

  it('a streaming server that does not speak HTTP', async () => {
    const media = await rig.newLibrary();
    const { json } = await media.call(library.addUrl, { body: { url: `${oldUrl}/a.mp3` } });
    expect(json.error.code).toBe('media.urlIsStream');
  });

  it.each([
    'http://10.0.0.1/a.mp3',
    'http://192.168.1.1/a.mp3',
    'http://169.254.169.254/latest/meta-data',
    'http://[::1]/a.mp3',
    'http://[::ffff:10.0.0.1]/a.mp3',
    'http://[64:ff9b::a00:1]/a.mp3',
    'http://0/a.mp3',
    '127.0.0.1/a.mp3',
    '[::1]/a.mp3',
    '169.254.169.254/latest',
    'http://user:secret@example.com/a.mp3',
  ])('%s, which points to a private network', async (url) => {
    const media = await rig.newLibrary();
    const { json } = await media.call(library.addUrl, { body: { url } });
    expect(json.error.code).toBe('outbound.refused');
  });

  it.each([
    ['ftp://example.com/a.mp3', 'The URL field must be a valid URL'],
    ['file:///etc/passwd', 'The URL field must be a valid URL'],
    ['javascript:alert(1)', 'The URL field must be a valid URL'],
    ['song', 'The URL field must be a valid URL'],
    ['', 'This field is required'],
  ])('“%s”, which is not a web URL', async (url, message) => {
    const media = await rig.newLibrary();
    const { json, status } = await media.call(library.addUrl, { body: { url } });
    expect([status, json.error.fields?.['url']]).toEqual([400, message]);
  });
});

describe('fails with the reason, and leaves no track', () => {
  it.each([
    ['/hidden.mp3', 'media.urlIsStream'],
    ['/flac.mp3', 'media.urlNotMp3'],
    ['/cut.mp3', 'outbound.refused'],
  ])(
    '%s',
    async (path, code) => {
      const media = await rig.newLibrary();
      const { json } = await media.call(library.addUrl, { body: { url: url + path } });
      expect(await media.waitForTask(json.task)).toMatchObject({ status: 'ERROR', error: { code } });
      expect((await media.list()).total).toBe(0);
    },
    90_000,
  );
});
