import { connect, type Socket } from 'node:net';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { StationDesired } from '#contract/engine/engine.ts';
import { desiredStation, prepareTrack, startAirRig, type AirRig } from './testing/air-rig.ts';
import { plays, hasSent } from './testing/real-encoder.ts';

let rig: AirRig;
let sound: Buffer;
let station: StationDesired;
let sockets: Socket[] = [];

beforeAll(async () => {
  rig = await startAirRig({ maxAdapt: 0 });
  const track = await prepareTrack(rig.folder, 1000, 8);
  sound = await readFile(join(rig.folder, track.path));
  // The audio lasts a second and a half; the checks need the encoder to stay live after that.
  station = desiredStation({ mount: 'studio', stall_ms: 20_000 });
  rig.stations.apply(station);
});
afterEach(async () => {
  for (const socket of sockets) socket.destroy();
  sockets = [];
  await rig.until(() => rig.stations.state(station.key)?.encoder === null, 'the encoder has disconnected');
  await rig.until(plays(rig, station, 'silence'), 'the station plays silence');
});
afterAll(() => rig.close());

type Encoder = { socket: Socket; received(): string; waitFor(text: string): Promise<void> };

const connectEncoder = (port: number): Encoder => {
  const socket = connect(port, '127.0.0.1');
  sockets.push(socket);
  let received = '';
  socket.on('data', (bytes) => (received += bytes.toString('latin1')));
  socket.on('error', () => undefined);
  const waitFor = (text: string): Promise<void> =>
    new Promise((done, fail) => {
      const check = (): void => (received.includes(text) ? done() : undefined);
      socket.on('data', check);
      socket.on('close', () => fail(new Error(`received ${JSON.stringify(received)}, not ${text}`)));
      check();
    });
  return { socket, received: () => received, waitFor };
};

const basic = (password: string): string =>
  `Authorization: Basic ${Buffer.from(`source:${password}`).toString('base64')}`;

/** Sends one request; returns the whole reply. */
const request = async (lines: string[], port = rig.port): Promise<string> => {
  const { socket, received } = connectEncoder(port);
  socket.write(`${lines.join('\r\n')}\r\n\r\n`);
  await new Promise((closed) => socket.once('close', closed));
  return received();
};

const goLive = async (head: string[], send: (socket: Socket) => void): Promise<Encoder> => {
  const encoder = connectEncoder(rig.port);
  encoder.socket.write(`${head.join('\r\n')}\r\n\r\n`);
  await encoder.waitFor('200 OK\r\n');
  send(encoder.socket);
  await rig.until(plays(rig, station, 'live'), 'the station goes live');
  return encoder;
};

const putHead = (): string[] => [
  'PUT /studio HTTP/1.1',
  'Host: x',
  basic(station.password),
  'Content-Type: audio/mpeg',
];

describe('Icecast', () => {
  it('accepts PUT with Expect and a chunked body', async () => {
    const head = [...putHead(), 'Transfer-Encoding: chunked', 'Expect: 100-continue'];
    const encoder = await goLive(head, (socket) => {
      for (let at = 0; at < 24_000; at += 1000) {
        socket.write('3E8\r\n');
        socket.write(sound.subarray(at, at + 1000));
        socket.write('\r\n');
      }
    });
    expect(encoder.received()).toMatch(/^HTTP\/1.1 100 Continue\r\n\r\nHTTP\/1.0 200 OK\r\n/);
    expect(rig.stations.state(station.key)!.encoder).toMatchObject({ codec: 'mp3', bitrate: 128_000 });
  });

  it.each(['HTTP/1.0', 'ICE/1.0'])('accepts SOURCE in %s, with audio right after the head', async (version) => {
    const { socket } = connectEncoder(rig.port);
    const head = `SOURCE /studio ${version}\r\n${basic(station.password)}\r\nice-name: Maria\r\nContent-Type: audio/mpeg\r\n\r\n`;
    socket.write(Buffer.concat([Buffer.from(head), sound.subarray(0, 24_000)]));
    await rig.until(plays(rig, station, 'live'), 'the station goes live');
    expect(rig.stations.state(station.key)!.title).toBe('Maria');
  });

  it('answers libshout’s probes: OPTIONS, a poke, and a PUT without credentials', async () => {
    expect(await request(['OPTIONS * HTTP/1.1', 'Host: x'])).toMatch(/^HTTP\/1.0 200 OK[^]*Allow: .*PUT, SOURCE/);
    expect(await request(['GET /admin/!POKE HTTP/1.1', 'Host: x'])).toMatch(/^HTTP\/1.0 200 /);
    const answer = await request(['PUT /studio HTTP/1.1', 'Host: x', 'Content-Type: audio/mpeg']);
    expect(answer).toMatch(/^HTTP\/1.0 401 [^]*WWW-Authenticate: Basic realm=/);
    await goLive(putHead(), (socket) => socket.write(sound.subarray(0, 24_000)));
  });

  it('refuses with the status an encoder expects', async () => {
    const status = async (lines: string[]): Promise<string> => (await request(lines)).slice(9, 12);
    const wrong = putHead().with(2, basic('wrong'));
    expect(await status(wrong)).toBe('401');
    expect(await status(putHead().with(0, 'PUT /nowhere HTTP/1.1'))).toBe('404');
    expect(await status(putHead().with(3, 'Content-Type: text/html'))).toBe('415');
    expect(await request(putHead().with(3, 'Content-Type: audio/ogg'))).toMatch(/^HTTP\/1.0 503 [^]*converts as many/);
    const refused = rig.events.filter((event) => event.type === 'source' && event.event === 'refused');
    expect(refused.map((event) => 'reason' in event && event.reason)).toContain('wrong password');
  });

  it('refuses a second encoder, and any on a stopped station with its reason', async () => {
    await goLive(putHead(), (socket) => socket.write(sound.subarray(0, 24_000)));
    expect(await request(putHead())).toMatch(/^HTTP\/1.0 403 [^]*Mountpoint in use/);
    rig.stations.apply({ ...station, running: false, reason: 'Stopped in the panel.' });
    expect(await request(putHead())).toMatch(/^HTTP\/1.0 503 [^]*Stopped in the panel\./);
    expect(rig.stations.state(station.key)).toMatchObject({ status: 'inactive', source: 'none', encoder: null });
    rig.stations.apply(station);
  });

  it('forwards titles at once, in any character set', async () => {
    await goLive(putHead(), (socket) => socket.write(sound.subarray(0, 24_000)));
    const update = (query: string, password = station.password): Promise<string> =>
      request([`GET /admin/metadata?mode=updinfo&mount=%2fstudio&${query} HTTP/1.0`, basic(password)]);
    const title = (): string => rig.stations.state(station.key)!.title;
    expect(await update('song=Bj%C3%B6rk%20-%20J%C3%B3ga')).toMatch(/200 OK[^]*<return>1<\/return>/);
    expect(title()).toBe('Björk - Jóga');
    await update('charset=ISO-8859-1&song=Caf%E9+-+Ol%E9');
    expect(title()).toBe('Café - Olé');
    await update('song=Ni%F1o');
    expect(title()).toBe('Niño');
    expect(await update('song=Hijack', 'wrong')).toMatch(/^HTTP\/1.0 401 /);
    await request([`GET /admin.cgi?mode=updinfo&pass=studio:${station.password}&song=A+-+B HTTP/1.0`]);
    expect(title()).toBe('A - B');
    const plays = rig.events.filter((event) => event.type === 'play' && event.station === station.key);
    expect(plays.at(-1)).toMatchObject({ source: 'live', artist: 'A', title: 'B' });
    expect(rig.messages.at(-1)).toMatchObject({ type: 'title', title: 'A - B' });
  });

  it('delays password guesses, longer each time', async () => {
    const began = Date.now();
    for (let guess = 0; guess < 6; guess++) await request(putHead().with(2, basic(`guess ${guess}`)));
    expect(Date.now() - began).toBeGreaterThan(1000);
  });
});

describe('Shoutcast v1', () => {
  it('accepts a password line, then headers, then audio', async () => {
    const encoder = connectEncoder(rig.shoutcastPort);
    encoder.socket.write(`studio:${station.password}\r\n`);
    await encoder.waitFor('OK2\r\nicy-caps:11\r\n\r\n');
    encoder.socket.write('icy-name: DJ Ana\r\nicy-br:128\r\ncontent-type:audio/mpeg\r\n\r\n');
    encoder.socket.write(sound.subarray(0, 24_000));
    await rig.until(plays(rig, station, 'live'), 'the station goes live');
    await rig.until(hasSent(rig, station, 300), 'it plays');
    expect(rig.stations.state(station.key)!.title).toBe('DJ Ana');
  });

  it('accepts everything in one write, with bare line feeds, as libshout sends it', async () => {
    const { socket } = connectEncoder(rig.shoutcastPort);
    const head = `studio:${station.password}\nicy-name:Ana\nicy-pub:0\n\n`;
    socket.write(Buffer.concat([Buffer.from(head), sound.subarray(0, 24_000)]));
    await rig.until(plays(rig, station, 'live'), 'the station goes live');
  });

  it("refuses a wrong password and libshout's poke", async () => {
    expect(await request(['studio:wrong'], rig.shoutcastPort)).toBe('invalid password\r\n');
    expect(await request(['!POKE', 'icy-name:x'], rig.shoutcastPort)).toBe('invalid password\r\n');
  });
});
