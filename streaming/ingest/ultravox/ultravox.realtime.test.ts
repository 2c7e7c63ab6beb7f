import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { StationDesired, StreamFormat } from '#contract/engine/engine.ts';
import { desiredStation, mp3Stereo, prepareTrack, startAirRig, type AirRig } from '../testing/air-rig.ts';
import { plays, hasSent } from '../testing/real-encoder.ts';
import { detectTones, longestGap, sequence } from '#streaming/ingest/testing/audio.ts';
import { connectUltravox, frame, songFrames, audioFrames, type UltravoxClient } from '../testing/ultravox-client.ts';

const aacStereo: StreamFormat = { ...mp3Stereo, codec: 'aac' };
const mp3 = 0x7000;
const aac = 0x8003;
const second = 16_000;

let rig: AirRig;
let mp3Audio: Buffer;
let aacAudio: Buffer;
let station: StationDesired;
let clients: UltravoxClient[] = [];

beforeAll(async () => {
  rig = await startAirRig({ maxAdapt: 0 });
  mp3Audio = await readFile(join(rig.folder, (await prepareTrack(rig.folder, 1000, 20)).path));
  aacAudio = await readFile(join(rig.folder, (await prepareTrack(rig.folder, 1000, 8, aacStereo)).path));
});
beforeEach(() => {
  // The audio ends after some seconds; the checks need the encoder to stay live after that.
  station = desiredStation({ stall_ms: 20_000 });
  rig.stations.apply(station);
});
afterEach(async () => {
  for (const { socket } of clients) socket.destroy();
  clients = [];
  await rig.until(() => rig.stations.state(station.key)?.encoder === null, 'the encoder has disconnected');
  rig.stations.remove(station.key);
});
afterAll(() => rig.close());

const connectClient = (port = rig.port): UltravoxClient => {
  const client = connectUltravox(port);
  clients.push(client);
  return client;
};

const credentials = (): { user: string; password: string } => ({
  user: '',
  password: `${station.mount}:${station.password}`,
});

/** Takes the encoder to standby, where audio may follow. */
const standBy = async (client: UltravoxClient, contentType = 'audio/mpeg'): Promise<void> => {
  expect(await client.logIn(credentials())).toBe('ACK:2.1:Allow');
  expect(await client.request(0x1040, contentType)).toBe('ACK');
  expect(await client.request(0x1002, '128000:128000')).toBe('ACK');
  expect(await client.request(0x1004, '0')).toBe('ACK:Data transfer mode');
};

const state = (): NonNullable<ReturnType<AirRig['stations']['state']>> => rig.stations.state(station.key)!;

/** Messages of all kinds, with bytes changed, dropped or random. */
const garbage = (random: (below: number) => number, framed: boolean): Buffer => {
  const types = [
    0x1002, 0x1003, 0x1006, 0x1008, 0x1040, 0x1050, 0x1100, 0x3902, 0x4101, 0x5001, 0x7000, 0x8003, 0xffff,
  ];
  const parts = Array.from({ length: random(40) }, () => {
    const body = Buffer.from(Array.from({ length: random(400) }, () => random(256)));
    return framed ? frame(types[random(types.length)]!, body) : body;
  });
  const bytes = Buffer.concat(parts);
  for (let flips = random(4); flips > 0 && bytes.length > 0; flips--) bytes[random(bytes.length)] = random(256);
  return bytes.subarray(0, bytes.length - random(10));
};

/** A generator of the same numbers on every run. */
const createRandom = (seed: number): ((below: number) => number) => {
  let word = seed;
  return (below) => {
    word = (Math.imul(word, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((word / 2 ** 32) * below);
  };
};

describe('Shoutcast 2', () => {
  it('accepts an encoder that waits for each answer, with no gap from the Auto DJ to it and back', async () => {
    const items = [await prepareTrack(rig.folder, 440, 30)];
    station = { ...station, revision: 2, autodj: { items, shuffle: false, generation: 2 } };
    rig.stations.apply(station);
    await rig.until(hasSent(rig, station, 500), 'the Auto DJ plays');
    const client = connectClient();
    expect(await client.logIn(credentials())).toBe('ACK:2.1:Allow');
    expect(await client.request(0x1040, 'audio/mpeg')).toBe('ACK');
    expect(await client.request(0x1002, '128000:128000')).toBe('ACK');
    expect(await client.request(0x1003, '320:0')).toBe('ACK:320');
    expect(await client.request(0x1008, '16377:0')).toBe('ACK:16377');
    expect(await client.request(0x1100, 'DJ Ana')).toBe('ACK');
    for (const type of [0x1101, 0x1102, 0x1103, 0x1006]) expect(await client.request(type, '1')).toBe('ACK');
    expect(await client.request(0x1004, '')).toBe('ACK:Data transfer mode');
    client.socket.write(audioFrames(mp3, mp3Audio.subarray(0, 4 * second)));
    await rig.until(plays(rig, station, 'live'), 'the station goes live');
    expect(state()).toMatchObject({ title: 'DJ Ana', encoder: { codec: 'mp3', bitrate: 128_000, adapted: false } });
    await rig.until(hasSent(rig, station, 1500), 'it plays');
    client.send(0x1005, '0');
    await client.closed;
    await rig.until(plays(rig, station, 'autodj'), 'the Auto DJ is back');
    await rig.until(hasSent(rig, station, 1000), 'the Auto DJ plays again');
    const spans = await detectTones(rig.audio(station.key), 'mp3', [440, 1000]);
    expect(sequence(spans)).toEqual([440, 1000, 440]);
    expect(longestGap(spans)).toBeLessThanOrEqual(60);
  });

  it('accepts the mount as the user name, on Shoutcast 1’s port, with all other messages in one write', async () => {
    const client = connectClient(rig.shoutcastPort);
    const login = { user: station.mount, password: station.password, streamId: 7 };
    expect(await client.logIn(login)).toBe('ACK:2.1:Allow');
    const setup = [frame(0x1040, 'audio/mpeg\0'), frame(0x1100, 'Ana\0'), frame(0x1004, '')];
    client.socket.write(Buffer.concat([...setup, audioFrames(mp3, mp3Audio.subarray(0, 2 * second), 16_377)]));
    await rig.until(plays(rig, station, 'live'), 'the station goes live');
    await rig.until(hasSent(rig, station, 300), 'it plays');
    expect(state().title).toBe('Ana');
  });

  it('passes AAC through', async () => {
    station = desiredStation({ format: aacStereo });
    rig.stations.apply(station);
    const client = connectClient();
    await standBy(client, 'audio/aacp');
    client.socket.write(audioFrames(aac, aacAudio.subarray(0, 4 * second)));
    await rig.until(plays(rig, station, 'live'), 'the station goes live');
    await rig.until(hasSent(rig, station, 500), 'it plays');
    expect(state().encoder).toMatchObject({ codec: 'aac', adapted: false });
    expect(sequence(await detectTones(rig.audio(station.key), 'aac', [440, 1000]))).toEqual([1000]);
  });

  it('reads songs between audio messages, fragmented and with XML escapes', async () => {
    const client = connectClient();
    await standBy(client);
    const filler = `<TXXX>${'x'.repeat(3000)}</TXXX>`;
    const xml = `<?xml version="1.0" encoding="UTF-8" ?><metadata>${filler}<TIT2>J&#243;ga &amp; co</TIT2><TPE1>Björk</TPE1></metadata>`;
    const [first, ...others] = songFrames(xml);
    client.socket.write(Buffer.concat([audioFrames(mp3, mp3Audio.subarray(0, second)), first!]));
    client.socket.write(audioFrames(mp3, mp3Audio.subarray(second, 2 * second)));
    client.socket.write(Buffer.concat(others));
    await rig.until(() => state()?.title === 'Björk - Jóga & co', 'the title is reported');
    client.socket.write(songFrames('<metadata><TIT2><![CDATA[A <b> & c]]></TIT2></metadata>', 2)[0]!);
    await rig.until(() => state()?.title === 'A <b> & c', 'the next title is reported');
    expect(await client.request(0x1006, '')).toBe('ACK');
    expect(await client.request(0x1050, 'intro:500')).toBe('NAK:Unsupported packet type');
    expect(state().encoder).not.toBeNull();
  });

  it('refuses with Ultravox’s error texts', async () => {
    const { password } = station;
    expect(await connectClient().logIn({ ...credentials(), password: `${station.mount}:wrong` })).toBe('NAK:2.1:Deny');
    expect(await connectClient().logIn({ user: 'nobody', password })).toBe('NAK:2.1:Deny');
    expect(await connectClient().logIn({ user: '', password: '' })).toBe('NAK:2.1:Deny');
    expect(await connectClient().request(0x1009, '3.0')).toBe('NAK:Version Error');
    expect(await connectClient().request(0x1001, '2.1:1:00:00')).toBe('NAK:2.1:Sequence Error');
    const odd = connectClient();
    await odd.request(0x1009, '2.1');
    expect(await odd.request(0x1001, '2.1:1:00:00')).toBe('NAK:2.1:Parse Error');
    await odd.closed;
    const html = connectClient();
    await html.logIn(credentials());
    expect(await html.request(0x7000, '')).toBe('NAK:Sequence Error');
    expect(await html.request(0x1002, 'fast')).toBe('NAK:Parse Error');
    expect(await html.request(0x1008, '99999:0')).toBe('NAK:Payload Size Error');
    expect(await html.request(0x1040, 'text/html')).toBe('NAK:Deny');
    await html.closed;
    const reasons = rig.events.map((event) => 'reason' in event && event.station === station.key && event.reason);
    expect(reasons).toContain('wrong password');
    expect(reasons).toContain('Audio of type text/html is not supported.');
  });

  it('refuses a second encoder, one on a stopped station, and one that nothing can convert', async () => {
    await standBy(connectClient());
    const other = connectClient();
    await other.logIn(credentials());
    expect(await other.request(0x1004, '')).toBe('NAK:Stream In Use');
    await other.closed;
    rig.stations.apply({ ...station, running: false, reason: 'Stopped in the panel.' });
    const late = connectClient();
    await late.logIn(credentials());
    expect(await late.request(0x1004, '')).toBe('NAK:Stopped in the panel.');
    rig.stations.apply(station);
    const ogg = connectClient();
    await ogg.logIn(credentials());
    await ogg.request(0x1040, 'audio/ogg');
    expect(await ogg.request(0x1004, '')).toMatch(/^NAK:.*converts as many/);
  });

  it('ends every connection that sends garbage, and continues', { timeout: 180_000 }, async () => {
    const random = createRandom(20_261_121);
    for (let round = 0; round < 240; round++) {
      const client = connectClient();
      const isLate = round % 2 === 1;
      if (isLate) {
        await client.logIn(credentials());
        if (round % 4 === 3) await client.request(0x1004, '');
      } else client.socket.write(Buffer.from([0x5a, 0]));
      client.socket.end(garbage(random, isLate));
      client.socket.resume();
      await client.closed;
      await rig.until(() => state().encoder === null, 'the encoder has disconnected');
    }
    const lost = connectClient();
    await standBy(lost);
    lost.socket.write(Buffer.concat([frame(mp3, mp3Audio.subarray(0, 1000)), Buffer.from('no sync here')]));
    await lost.closed;
    await rig.until(() => state().encoder === null, 'the encoder has disconnected');
    const client = connectClient();
    await standBy(client);
    client.socket.write(audioFrames(mp3, mp3Audio.subarray(0, 2 * second)));
    await rig.until(plays(rig, station, 'live'), 'the station goes live');
  });
});
