import { once } from 'node:events';
import { createServer, type AddressInfo, type Server } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { closedUrls } from '#contract/testing/address-corpus.ts';
import { readConfig } from '#streaming/config.ts';
import { desiredStation, prepareTrack, startAirRig, type AirRig } from '#streaming/ingest/testing/air-rig.ts';
import { ffmpeg } from '#streaming/ingest/testing/audio.ts';
import { startStreamServer, type StreamServer } from './testing/stream-server.ts';

/*
 * Fail-over URLs that lead to this machine or its network, however they are written: the engine never connects to them.
 */

/** The only IP address on this machine that may be connected to. */
const allowed = '127.0.0.2';
let inner: Server;
let port: number;
let hits = 0;
let rig: AirRig;
let server: StreamServer;

beforeAll(async () => {
  inner = createServer((socket) => (hits++, socket.destroy())).listen(0);
  await once(inner, 'listening');
  ({ port } = inner.address() as AddressInfo);
  const { mayDial } = readConfig({ ENGINE_TOKEN: 'a token of the engine' });
  rig = await startAirRig({ mayDial: (address) => address === allowed || mayDial(address) });
  server = await startStreamServer(allowed);
  const sine = ['-f', 'lavfi', '-i', 'sine=frequency=1000:sample_rate=44100', '-t', '30', '-ac', '2'];
  const mp3 = ['-c:a', 'libmp3lame', '-b:a', '128k', '-write_xing', '0', '-id3v2_version', '0', '-f', 'mp3', 'pipe:1'];
  server.answer('/good', { sound: await ffmpeg([...sine, ...mp3]) });
});
afterAll(async () => {
  inner.close();
  server.close();
  await rig.close();
});

it('are skipped, directly and behind redirects and playlists, until one is public', { timeout: 200_000 }, async () => {
  const urls = closedUrls.map((url) => `http://${URL.parse(url)?.host ?? ''}:${String(port)}/`);
  const indirect = urls.slice(0, 5).flatMap((url, i) => {
    server.answer(`/to-${String(i)}`, { bytes: `HTTP/1.0 302 Found\r\nLocation: ${url}\r\n\r\n` });
    server.answer(`/list-${String(i)}.m3u`, {
      bytes: `HTTP/1.0 200 OK\r\nContent-Type: audio/x-mpegurl\r\n\r\n${url}\r\n`,
    });
    return [server.url(`/to-${String(i)}`), server.url(`/list-${String(i)}.m3u`)];
  });
  const track = await prepareTrack(rig.folder, 440, 30);
  const failover = [...urls, ...indirect, server.url('/good')];
  const station = desiredStation({ autodj: { items: [track], shuffle: false, generation: 1 }, failover });
  rig.stations.apply(station);
  await rig.until(() => rig.stations.state(station.key)?.source_url === server.url('/good'), 'the public one plays');
  expect(server.requests.length).toBeGreaterThan(indirect.length);
  expect(hits).toBe(0);
});
