import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { StationDesired, StreamFormat } from '#contract/engine.ts';
import { desiredStation, mp3Stereo, prepareTrack, startAirRig, type AirRig } from '../testing/air-rig.ts';
import { plays, soundFor } from '../testing/real-encoder.ts';
import { listen, longestGap, sequence } from '../testing/sound.ts';
import { dialUltravox, frame, songFrames, soundFrames, type UltravoxClient } from '../testing/ultravox-client.ts';

const aacStereo: StreamFormat = { ...mp3Stereo, codec: 'aac' };
const mp3 = 0x7000;
const aac = 0x8003;
const second = 16_000;

let rig: AirRig;
let sound: Buffer;
let aacSound: Buffer;
let station: StationDesired;
let clients: UltravoxClient[] = [];

beforeAll(async () => {
  rig = await startAirRig({ maxAdapt: 0 });
  sound = await readFile(join(rig.folder, (await prepareTrack(rig.folder, 1000, 20)).path));
  aacSound = await readFile(join(rig.folder, (await prepareTrack(rig.folder, 1000, 8, aacStereo)).path));
});
beforeEach(() => {
  // The sound that is sent ends after some seconds, and what is looked at then is still live.
  station = desiredStation({ stall_ms: 20_000 });
  rig.stations.apply(station);
});
afterEach(async () => {
  for (const { socket } of clients) socket.destroy();
  clients = [];
  await rig.until(() => rig.stations.state(station.key)?.encoder === null, 'the encoder is gone');
  rig.stations.remove(station.key);
});
afterAll(() => rig.close());

function dial(port = rig.port): UltravoxClient {
  const client = dialUltravox(port);
  clients.push(client);
  return client;
}

const credentials = (): { user: string; password: string } => ({
  user: '',
  password: `${station.mount}:${station.password}`,
});

/** As far as to where sound may come. */
async function standBy(client: UltravoxClient, contentType = 'audio/mpeg'): Promise<void> {
  expect(await client.logIn(credentials())).toBe('ACK:2.1:Allow');
  expect(await client.ask(0x1040, contentType)).toBe('ACK');
  expect(await client.ask(0x1002, '128000:128000')).toBe('ACK');
  expect(await client.ask(0x1004, '0')).toBe('ACK:Data transfer mode');
}

const state = (): NonNullable<ReturnType<AirRig['stations']['state']>> => rig.stations.state(station.key)!;

describe('Shoutcast 2', () => {
  it('takes an encoder that asks one thing at a time, and is heard without a gap from the Auto DJ to it and back', async () => {
    const items = [await prepareTrack(rig.folder, 440, 30)];
    station = { ...station, revision: 2, autodj: { items, shuffle: false, generation: 2 } };
    rig.stations.apply(station);
    await rig.until(soundFor(rig, station, 500), 'the Auto DJ sounds');
    const client = dial();
    expect(await client.logIn(credentials())).toBe('ACK:2.1:Allow');
    expect(await client.ask(0x1040, 'audio/mpeg')).toBe('ACK');
    expect(await client.ask(0x1002, '128000:128000')).toBe('ACK');
    expect(await client.ask(0x1003, '320:0')).toBe('ACK:320');
    expect(await client.ask(0x1008, '16377:0')).toBe('ACK:16377');
    expect(await client.ask(0x1100, 'DJ Ana')).toBe('ACK');
    for (const type of [0x1101, 0x1102, 0x1103, 0x1006]) expect(await client.ask(type, '1')).toBe('ACK');
    expect(await client.ask(0x1004, '')).toBe('ACK:Data transfer mode');
    client.socket.write(soundFrames(mp3, sound.subarray(0, 4 * second)));
    await rig.until(plays(rig, station, 'live'), 'live is taken');
    expect(state()).toMatchObject({ title: 'DJ Ana', encoder: { codec: 'mp3', bitrate: 128_000, adapted: false } });
    await rig.until(soundFor(rig, station, 1500), 'it sounds');
    client.send(0x1005, '0');
    await client.closed;
    await rig.until(plays(rig, station, 'autodj'), 'the Auto DJ is back');
    await rig.until(soundFor(rig, station, 1000), 'the Auto DJ sounds again');
    const heard = await listen(rig.sound(station.key), 'mp3', [440, 1000]);
    expect(sequence(heard)).toEqual([440, 1000, 440]);
    expect(longestGap(heard)).toBeLessThanOrEqual(60);
  });

  it('takes one that names its mount as the user, on Shoutcast 1’s port, and sends all of the rest at once', async () => {
    const client = dial(rig.shoutcastPort);
    const login = { user: station.mount, password: station.password, streamId: 7 };
    expect(await client.logIn(login)).toBe('ACK:2.1:Allow');
    const setup = [frame(0x1040, 'audio/mpeg\0'), frame(0x1100, 'Ana\0'), frame(0x1004, '')];
    client.socket.write(Buffer.concat([...setup, soundFrames(mp3, sound.subarray(0, 2 * second), 16_377)]));
    await rig.until(plays(rig, station, 'live'), 'live is taken');
    await rig.until(soundFor(rig, station, 300), 'it sounds');
    expect(state().title).toBe('Ana');
  });

  it('takes AAC as it is', async () => {
    station = desiredStation({ format: aacStereo });
    rig.stations.apply(station);
    const client = dial();
    await standBy(client, 'audio/aacp');
    client.socket.write(soundFrames(aac, aacSound.subarray(0, 4 * second)));
    await rig.until(plays(rig, station, 'live'), 'live is taken');
    await rig.until(soundFor(rig, station, 500), 'it sounds');
    expect(state().encoder).toMatchObject({ codec: 'aac', adapted: false });
    expect(sequence(await listen(rig.sound(station.key), 'aac', [440, 1000]))).toEqual([1000]);
  });

  it('reads songs among the sound, in fragments and with signs of XML in them', async () => {
    const client = dial();
    await standBy(client);
    const filler = `<TXXX>${'x'.repeat(3000)}</TXXX>`;
    const xml = `<?xml version="1.0" encoding="UTF-8" ?><metadata>${filler}<TIT2>J&#243;ga &amp; co</TIT2><TPE1>Björk</TPE1></metadata>`;
    const [first, ...others] = songFrames(xml);
    client.socket.write(Buffer.concat([soundFrames(mp3, sound.subarray(0, second)), first!]));
    client.socket.write(soundFrames(mp3, sound.subarray(second, 2 * second)));
    client.socket.write(Buffer.concat(others));
    await rig.until(() => state()?.title === 'Björk - Jóga & co', 'the title is told');
    client.socket.write(songFrames('<metadata><TIT2><![CDATA[A <b> & c]]></TIT2></metadata>', 2)[0]!);
    await rig.until(() => state()?.title === 'A <b> & c', 'the next title is told');
    expect(await client.ask(0x1006, '')).toBe('ACK');
    expect(await client.ask(0x1050, 'intro:500')).toBe('NAK:Unsupported packet type');
    expect(state().encoder).not.toBeNull();
  });

  it('refuses in Ultravox’s words', async () => {
    const { password } = station;
    expect(await dial().logIn({ ...credentials(), password: `${station.mount}:wrong` })).toBe('NAK:2.1:Deny');
    expect(await dial().logIn({ user: 'nobody', password })).toBe('NAK:2.1:Deny');
    expect(await dial().logIn({ user: '', password: '' })).toBe('NAK:2.1:Deny');
    expect(await dial().ask(0x1009, '3.0')).toBe('NAK:Version Error');
    expect(await dial().ask(0x1001, '2.1:1:00:00')).toBe('NAK:2.1:Sequence Error');
    const odd = dial();
    await odd.ask(0x1009, '2.1');
    expect(await odd.ask(0x1001, '2.1:1:00:00')).toBe('NAK:2.1:Parse Error');
    await odd.closed;
    const html = dial();
    await html.logIn(credentials());
    expect(await html.ask(0x7000, '')).toBe('NAK:Sequence Error');
    expect(await html.ask(0x1002, 'fast')).toBe('NAK:Parse Error');
    expect(await html.ask(0x1008, '99999:0')).toBe('NAK:Payload Size Error');
    expect(await html.ask(0x1040, 'text/html')).toBe('NAK:Deny');
    await html.closed;
    const reasons = rig.events.map((event) => 'reason' in event && event.station === station.key && event.reason);
    expect(reasons).toContain('wrong password');
    expect(reasons).toContain('Sound of type text/html is not taken here.');
  });

  it('refuses a second encoder, one on a stopped station, and one that nothing can convert', async () => {
    await standBy(dial());
    const other = dial();
    await other.logIn(credentials());
    expect(await other.ask(0x1004, '')).toBe('NAK:Stream In Use');
    await other.closed;
    rig.stations.apply({ ...station, running: false, reason: 'Stopped in the panel.' });
    const late = dial();
    await late.logIn(credentials());
    expect(await late.ask(0x1004, '')).toBe('NAK:Stopped in the panel.');
    rig.stations.apply(station);
    const ogg = dial();
    await ogg.logIn(credentials());
    await ogg.ask(0x1040, 'audio/ogg');
    expect(await ogg.ask(0x1004, '')).toMatch(/^NAK:.*converts as many/);
  });

  it('ends every connection that sends nonsense, and goes on', { timeout: 180_000 }, async () => {
    const random = createRandom(20_261_121);
    for (let round = 0; round < 240; round++) {
      const client = dial();
      const isLate = round % 2 === 1;
      if (isLate) {
        await client.logIn(credentials());
        if (round % 4 === 3) await client.ask(0x1004, '');
      } else client.socket.write(Buffer.from([0x5a, 0]));
      client.socket.end(nonsense(random, isLate));
      client.socket.resume();
      await client.closed;
      await rig.until(() => state().encoder === null, 'the encoder is gone');
    }
    const lost = dial();
    await standBy(lost);
    lost.socket.write(Buffer.concat([frame(mp3, sound.subarray(0, 1000)), Buffer.from('no sync here')]));
    await lost.closed;
    await rig.until(() => state().encoder === null, 'the encoder is gone');
    const client = dial();
    await standBy(client);
    client.socket.write(soundFrames(mp3, sound.subarray(0, 2 * second)));
    await rig.until(plays(rig, station, 'live'), 'live is taken');
  });
});

/** Messages of all kinds with bytes of theirs changed, dropped or made up. */
function nonsense(random: (below: number) => number, framed: boolean): Buffer {
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
}

/** The same numbers on every run. */
function createRandom(seed: number): (below: number) => number {
  let word = seed;
  return (below) => {
    word = (Math.imul(word, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((word / 2 ** 32) * below);
  };
}
