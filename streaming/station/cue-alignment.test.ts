import { expect, it } from 'vitest';
import { defaultBreakRules } from '#contract/rules/break-rules.ts';
import { learntOffset } from '#streaming/ads/cue-offsets.ts';
import { createFrameParser, type ParsedFrame } from '#streaming/frames/frame-parser.ts';
import { levelOf, quietest } from '#streaming/frames/level.ts';
import { mp3Stereo } from '#streaming/ingest/testing/air-rig.ts';
import { ffmpeg } from '#streaming/ingest/testing/audio.ts';
import { createCueAlignment } from './cue-alignment.ts';
import { createLiveSource } from './live-source.ts';

const everyS = 6;
/** A programme whose music pauses for 0.3 s every six seconds. */
const programme = (codec: 'mp3' | 'aac'): Promise<Buffer> =>
  ffmpeg([
    ...['-f', 'lavfi', '-i', `anoisesrc=c=pink:a=0.4:d=50:seed=3,volume=0.9+0.1*sin(3*t):eval=frame`],
    ...['-af', `volume=0.001:enable='lt(mod(t\\,${everyS})\\,0.3)*gte(t\\,1)'`, '-ac', '2', '-ar', '44100'],
    ...(codec === 'mp3' ? ['-c:a', 'libmp3lame', '-write_xing', '0', '-id3v2_version', '0'] : ['-c:a', 'aac']),
    ...['-b:a', '128k', '-f', codec === 'mp3' ? 'mp3' : 'adts', 'pipe:1'],
  ]);
const made = new Map<string, Promise<Buffer>>();
const framesOf = async (codec: 'mp3' | 'aac'): Promise<ParsedFrame[]> => {
  const sound = made.get(codec) ?? programme(codec);
  made.set(codec, sound);
  return createFrameParser(codec).push(await sound);
};
const secondsOf = (frames: number, { samples }: ParsedFrame): number => (frames * samples) / 44_100;
/** How far a place is from the middle of the nearest pause, s; encoders delay sound by about 25 ms. */
const fromPause = (s: number): number => {
  const inside = (s - 0.025) % everyS;
  return inside > everyS / 2 ? inside - everyS - 0.15 : inside - 0.15;
};

it.each(['mp3', 'aac'] as const)('finds pauses in the gain fields of %s, without decoding', async (codec) => {
  const frames = await framesOf(codec);
  const [first] = frames;
  for (const pause of [6, 12, 18]) {
    const from = frames.findIndex((_, at) => secondsOf(at, first!) >= pause - 1.7);
    const levels = frames.slice(from, from + 120).map((frame) => levelOf(frame, codec));
    expect(Math.abs(fromPause(secondsOf(from + quietest(levels)!, first!)))).toBeLessThan(0.16);
  }
});

/** A station whose encoder's titles come so long before the pauses in its sound (s). */
const play = async (aheadS: number, alignCues: boolean, codec: 'mp3' | 'aac' = 'mp3') => {
  const offsets: number[] = [];
  const memory = { of: () => offsets, add: (_station: string, ms: number) => void offsets.push(ms) };
  const format = { ...mp3Stereo, codec };
  const rules = { ...defaultBreakRules, cue: { enabled: true, title: 'advert', maxSeconds: 60 }, alignCues };
  const alignment = createCueAlignment({ key: 's', format: () => format, rules: () => rules, memory });
  const source = createLiveSource(format, 2000, { now: () => 0 });
  const frames = await framesOf(codec);
  const [first] = frames;
  const acted: number[] = [];
  let [played, cues] = [0, 0];
  for (const [at, frame] of frames.entries()) {
    const s = secondsOf(at, first!);
    source.push(frame);
    alignment.heard(frame);
    if (source.lead() > Math.max(100, alignment.holdMs())) {
      source.pull();
      played += 1;
    }
    const isCue = s >= (cues + 1) * everyS + 0.175 - aheadS;
    if (!isCue) continue;
    cues += 1;
    alignment.titled(source, cues % 2 === 1 ? 'ADVERT' : 'Song', () => acted.push(secondsOf(played, first!)));
  }
  return { offsets, acted };
};

it.each([
  ['before', 0.6, 'mp3'],
  ['after', -0.9, 'mp3'],
  ['before', 1.2, 'aac'],
] as const)(
  'learns how long titles come %s the pauses that begin and end breaks: %f s, %s',
  async (_, ahead, codec) => {
    const { offsets, acted } = await play(ahead, false, codec);
    expect(offsets.length).toBeGreaterThanOrEqual(7);
    for (const offset of offsets) expect(Math.abs(offset / 1000 - ahead)).toBeLessThan(0.16);
    // Without alignment a title acts where it arrives.
    for (const place of acted) expect(Math.abs(fromPause(place) + ahead)).toBeLessThan(0.2);
  },
);

it.each([0.6, -0.9])('aligned titles act within the pause once five are known: %f s ahead', async (ahead) => {
  const { offsets, acted } = await play(ahead, true);
  expect(learntOffset(offsets.slice(0, 4)).ms).toBeNull();
  expect(acted.length).toBeGreaterThanOrEqual(7);
  for (const place of acted.slice(0, 4)) expect(Math.abs(fromPause(place) + ahead)).toBeLessThan(0.2);
  for (const place of acted.slice(6)) expect(Math.abs(fromPause(place))).toBeLessThan(0.16);
});

it('learns nothing where there is no pause, or from titles outside breaks', async () => {
  const offsets: number[] = [];
  const rules = { ...defaultBreakRules, cue: { enabled: true, title: 'advert', maxSeconds: 60 } };
  const memory = { of: () => offsets, add: (_station: string, ms: number) => void offsets.push(ms) };
  const alignment = createCueAlignment({ key: 's', format: () => mp3Stereo, rules: () => rules, memory });
  const source = createLiveSource(mp3Stereo, 2000, { now: () => 0 });
  const frames = (await framesOf('mp3')).slice(0, 300);
  for (const [at, frame] of frames.entries()) {
    alignment.heard(frame);
    if (at === 80) alignment.titled(source, 'Advert', () => undefined);
    if (at === 100) alignment.titled(source, 'Song', () => undefined);
    if (at === 225) alignment.titled(source, 'Another song', () => undefined);
  }
  expect(offsets).toEqual([]);
});
