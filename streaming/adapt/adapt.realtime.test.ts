import type { ChildProcess } from 'node:child_process';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { AutoDjItem, StreamFormat } from '#contract/engine/engine.ts';
import {
  desiredStation,
  mp3Stereo,
  prepareTrack,
  startAirRig,
  type AirRig,
} from '#streaming/ingest/testing/air-rig.ts';
import { asMp3, plays, hasSent, sourceEvent, startEncoder } from '#streaming/ingest/testing/real-encoder.ts';
import { detectTones, longestGap, sequence } from '#streaming/ingest/testing/audio.ts';

const aacStereo: StreamFormat = { ...mp3Stereo, codec: 'aac' };

let rig: AirRig;
let tracks: Record<'mp3' | 'aac', AutoDjItem>;
let encoder: ChildProcess | undefined;

beforeAll(async () => {
  rig = await startAirRig({ maxAdapt: 1 });
  tracks = {
    mp3: await prepareTrack(rig.folder, 440, 30),
    aac: await prepareTrack(rig.folder, 440, 30, aacStereo),
  };
});
afterEach(() => void encoder?.kill('SIGKILL'));
afterAll(() => rig.close());

const ogg = [...['-page_duration', '100000'], '-content_type', 'application/ogg', '-f', 'ogg'];
const cases: { sends: string; to: StreamFormat; args: string[]; adapted: boolean; codec: string }[] = [
  {
    sends: 'MP3 of another bitrate',
    to: mp3Stereo,
    args: ['-ac', '2', '-c:a', 'libmp3lame', '-b:a', '96k', '-content_type', 'audio/mpeg', '-f', 'mp3'],
    adapted: false,
    codec: 'mp3',
  },
  {
    sends: 'MP3 at 48 kHz, mono',
    to: mp3Stereo,
    args: ['-ac', '1', '-ar', '48000', '-c:a', 'libmp3lame', '-b:a', '64k', '-content_type', 'audio/mpeg', '-f', 'mp3'],
    adapted: true,
    codec: 'mp3',
  },
  {
    sends: 'Ogg Vorbis',
    to: mp3Stereo,
    args: ['-ac', '2', '-c:a', 'libvorbis', ...ogg],
    adapted: true,
    codec: 'vorbis',
  },
  {
    sends: 'Ogg Opus',
    to: mp3Stereo,
    args: ['-ac', '2', '-ar', '48000', '-c:a', 'libopus', ...ogg],
    adapted: true,
    codec: 'opus',
  },
  { sends: 'Ogg FLAC', to: mp3Stereo, args: ['-ac', '2', '-c:a', 'flac', ...ogg], adapted: true, codec: 'flac' },
  {
    sends: 'AAC',
    to: mp3Stereo,
    args: ['-ac', '2', '-c:a', 'aac', '-content_type', 'audio/aac', '-f', 'adts'],
    adapted: true,
    codec: 'aac',
  },
  {
    sends: 'WAV',
    to: mp3Stereo,
    args: ['-ac', '2', '-c:a', 'pcm_s16le', '-content_type', 'audio/wav', '-f', 'wav'],
    adapted: true,
    codec: 'wav',
  },
  {
    sends: 'AAC',
    to: aacStereo,
    args: ['-ac', '2', '-c:a', 'aac', '-content_type', 'audio/aac', '-f', 'adts'],
    adapted: false,
    codec: 'aac',
  },
  { sends: 'MP3', to: aacStereo, args: asMp3, adapted: true, codec: 'mp3' },
];

/** The time until it is audible is measured by `npm run bench -- --only switches`. */
describe('an encoder in any format', () => {
  it.each(cases)('goes live with $sends on a station in $to.codec', async (one) => {
    const autodj = { items: [tracks[one.to.codec]], shuffle: false, generation: 1 };
    const station = desiredStation({ format: one.to, autodj });
    rig.stations.apply(station);
    await rig.until(hasSent(rig, station, 2000), 'the Auto DJ plays');
    encoder = startEncoder(rig, station, one.args);
    await rig.until(sourceEvent(rig, station, 'connected'), 'it connects');
    await rig.waitForSource(station.key, 'live');
    const state = rig.stations.state(station.key)!.encoder!;
    await rig.until(hasSent(rig, station, 1500), 'live plays');
    encoder.kill('SIGKILL');
    await rig.until(plays(rig, station, 'autodj'), 'the Auto DJ is back');
    await rig.until(hasSent(rig, station, 800), 'the Auto DJ plays');
    const tones = await detectTones(rig.audio(station.key), one.to.codec, [440, 1000]);
    rig.stations.remove(station.key);
    expect(sequence(tones)).toEqual([440, 1000, 440]);
    expect(longestGap(tones)).toBeLessThanOrEqual(30);
    expect(state).toMatchObject({ codec: one.codec, adapted: one.adapted });
    expect(state.advice === null).toBe(!one.adapted);
  });
});
