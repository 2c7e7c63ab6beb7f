import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { desiredStation, startAirRig, type AirRig } from '#streaming/ingest/testing/air-rig.ts';
import { hasSent } from '#streaming/ingest/testing/real-encoder.ts';
import { ffmpeg, detectTones, longestGap, sequence, tone } from '#streaming/ingest/testing/audio.ts';
import { createOggChain } from './ogg-chain.ts';

let rig: AirRig;
let links: Buffer[];

beforeAll(async () => {
  rig = await startAirRig({ maxAdapt: 1 });
  const link = (hertz: number, args: string[]): Promise<Buffer> =>
    ffmpeg([
      ...tone(hertz, 2),
      ...args,
      '-metadata',
      `title=Tone ${hertz}`,
      '-page_duration',
      '100000',
      '-f',
      'ogg',
      '-',
    ]);
  links = await Promise.all([
    link(440, ['-ac', '2', '-c:a', 'libvorbis']),
    link(1000, ['-ac', '1', '-c:a', 'libvorbis']),
    link(2000, ['-ac', '2', '-ar', '48000', '-c:a', 'libopus']),
  ]);
});
afterAll(() => rig.close());

describe('a chained Ogg stream', () => {
  it.each([1, 13, 4096, 1_000_000])('is split where its links begin, read %d bytes at a time', (step) => {
    const split = createOggChain();
    const whole = Buffer.concat([...links, links[0]!]);
    const found: Buffer[][] = [[]];
    for (let at = 0; at < whole.length; at += step) {
      for (const { bytes, begins } of split(whole.subarray(at, at + step))) {
        if (begins) found.push([]);
        found.at(-1)!.push(bytes);
      }
    }
    expect(found.map((parts) => Buffer.concat(parts))).toEqual([...links, links[0]]);
  });

  it('plays to the end of each link, through changes of layout and codec', async () => {
    const station = desiredStation();
    rig.stations.apply(station);
    const socket = connect(rig.port, '127.0.0.1');
    const credentials = Buffer.from(`source:${station.password}`).toString('base64');
    socket.write(
      `PUT /${station.mount} HTTP/1.1\r\nAuthorization: Basic ${credentials}\r\nContent-Type: application/ogg\r\n\r\n`,
    );
    socket.write(Buffer.concat(links));
    await rig.until(hasSent(rig, station, 8500), 'all of it has played');
    socket.destroy();
    const tones = await detectTones(rig.audio(station.key), 'mp3', [440, 1000, 2000]);
    expect(sequence(tones)).toEqual([440, 1000, 2000]);
    expect(longestGap(tones)).toBeLessThanOrEqual(30);
    const lengths = [440, 1000, 2000].map((hertz) =>
      tones.filter((one) => one.hertz === hertz).reduce((sum, { from, to }) => sum + to - from, 0),
    );
    // The encoder holds back the end of the last link while the connection is open.
    for (const length of lengths.slice(0, 2)) expect(Math.abs(length - 2000)).toBeLessThan(60);
  });
});
