import { afterEach, expect, it } from 'vitest';
import { createBus } from '#streaming/bus/bus.ts';
import { decode, detectTones, ffmpeg, tone } from '#streaming/ingest/testing/audio.ts';
import { station } from '../testing/calls-rig.ts';
import { packetSamples } from './g711.ts';
import { silenceOf } from './g722.ts';
import { createPrompt } from './prompts.ts';
import { openStationSound, type StationSound } from './station-sound.ts';

let sound: StationSound | undefined;
afterEach(() => {
  sound?.stop();
  sound = undefined;
});

const failed = (error: unknown): void => {
  throw error;
};
const wav = (g722: Buffer): Promise<Buffer> => ffmpeg(['-f', 'g722', '-i', 'pipe:0', '-f', 'wav', 'pipe:1'], g722);
const msOf = async (g722: Buffer, hertz: number): Promise<number> =>
  (await detectTones(await wav(g722), 'wav', [hertz, 1500])).reduce(
    (sum, span) => sum + (span.hertz === hertz ? span.to - span.from : 0),
    0,
  );

it('a station is encoded once for all G.722 calls, with what other codecs of the telephone cannot carry', async () => {
  const bus = createBus();
  let clock = 0;
  sound = openStationSound({ bus, station: 's1', ffmpeg: 'ffmpeg', failed, now: () => clock });
  sound.prepare('g722');
  bus.publish({ type: 'head', head: station });
  const data = await ffmpeg([
    ...tone(5000, 2.5),
    '-ac',
    '2',
    '-b:a',
    '128k',
    '-write_xing',
    '0',
    '-f',
    'mp3',
    'pipe:1',
  ]);
  const batch = { station: 's1', seq: 1, at: 0, duration: 2_500_000, offsets: [0], data, title: 0 };
  bus.publish({ type: 'batch', batch });
  const heard = sound;
  await expect
    .poll(() => {
      heard.advance();
      return heard.isHeard('g722');
    })
    .toBe(true);
  const packets: Buffer[] = [];
  for (let count = 0; count < 100 && heard.isHeard('g722'); count++, heard.advance()) {
    packets.push(heard.packet('g722'));
    expect(heard.packet('g722')).toBe(packets.at(-1));
  }
  expect(packets.every((packet) => packet.length === packetSamples)).toBe(true);
  // What is decoded before it starts; more where the machine is fast.
  expect(packets.length).toBeGreaterThan(35);
  expect(await msOf(Buffer.concat(packets), 5000)).toBeGreaterThan(packets.length * 20 - 100);
  // A minute after the last G.722 call its encoder ends.
  clock = 61_000;
  heard.advance();
  expect(heard.packet('g722')).toEqual(silenceOf('g722'));
});

it('a prompt becomes G.722 of the same length, once', async () => {
  const muLaw = await ffmpeg([...tone(600, 1), '-ac', '1', '-ar', '8000', '-f', 'mulaw', 'pipe:1']);
  const prompt = createPrompt(muLaw, { ffmpeg: 'ffmpeg', failed });
  expect([prompt.packets, prompt.ms, prompt.packet('g722', 0)]).toEqual([50, 1000, undefined]);
  await prompt.ready('g722');
  const all = Array.from({ length: 50 }, (_, at) => prompt.packet('g722', at)!);
  expect(await msOf(Buffer.concat(all), 600)).toBeGreaterThan(950);
});

it('a prompt that cannot be encoded is silent for its length, and tried again for the next call', async () => {
  const errors: unknown[] = [];
  const prompt = createPrompt(Buffer.alloc(320, 0x30), { ffmpeg: '/bin/false', failed: (error) => errors.push(error) });
  await prompt.ready('g722');
  expect(prompt.packet('g722', 1)).toEqual(silenceOf('g722'));
  expect(errors).toHaveLength(1);
  await prompt.ready('g722');
  expect(errors).toHaveLength(2);
});

it('silence is silent after a tone, too', async () => {
  const loud = await ffmpeg([...tone(600, 0.2), '-ac', '1', '-ar', '16000', '-c:a', 'g722', '-f', 'g722', 'pipe:1']);
  const quiet = Buffer.concat(Array.from({ length: 20 }, () => silenceOf('g722')));
  const samples = await decode(await wav(Buffer.concat([loud, quiet])), 'wav');
  const last = samples.subarray(-8000);
  expect(Math.max(...last.map(Math.abs))).toBeLessThan(0.005);
});
