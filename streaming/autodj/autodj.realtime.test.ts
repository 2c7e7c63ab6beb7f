import { copyFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AutoDjItem, StationDesired } from '#contract/engine/engine.ts';
import { desiredStation, freshKey, prepareTrack, startAirRig, type AirRig } from '#streaming/ingest/testing/air-rig.ts';
import { plays, hasSent } from '#streaming/ingest/testing/real-encoder.ts';
import { detectTones, longestGap, sequence } from '#streaming/ingest/testing/audio.ts';

let rig: AirRig;
let tracks: AutoDjItem[];

beforeAll(async () => {
  rig = await startAirRig();
  tracks = await Promise.all([440, 700, 1100].map((hertz) => prepareTrack(rig.folder, hertz, 1)));
});
afterAll(() => rig.close());

const badTrack = (path: string): AutoDjItem => ({ ...tracks[0]!, key: freshKey('t'), path });
const autodj = (items: AutoDjItem[], generation = 1) => ({ items, shuffle: false, generation });

const titlesOf = (station: StationDesired): string[] =>
  rig.messages
    .filter((message) => message.type === 'title' && message.station === station.key)
    .map((message) => ('title' in message ? message.title : ''));

describe('the Auto DJ', () => {
  it('plays its list in order and then from the start, with titles in step', async () => {
    const station = desiredStation({ autodj: autodj(tracks) });
    rig.stations.apply(station);
    await rig.until(hasSent(rig, station, 4600), 'a round has played');
    const tones = await detectTones(rig.audio(station.key), 'mp3', [440, 700, 1100]);
    expect(sequence(tones)).toEqual([440, 700, 1100, 440, 700].slice(0, sequence(tones).length));
    expect(sequence(tones).length).toBeGreaterThanOrEqual(4);
    expect(longestGap(tones)).toBeLessThanOrEqual(60);
    expect(titlesOf(station).slice(0, 4)).toEqual([440, 700, 1100, 440].map((hertz) => `Sine - Tone ${hertz}`));
    const played = rig.events.filter((event) => event.type === 'play' && event.station === station.key);
    expect(played[1]).toMatchObject({ source: 'autodj', track: tracks[1]!.key, artist: 'Sine' });
    const batches = rig.batches.filter(({ batch }) => batch.station === station.key);
    batches.slice(1).forEach(({ batch }, at) => {
      const before = batches[at]!.batch;
      expect(batch.seq).toBe(before.seq + 1);
      expect(batch.at).toBe(before.at + before.duration);
    });
  });

  it('finishes the current track when the list is edited, and restarts with a new generation', async () => {
    const long = await prepareTrack(rig.folder, 440, 4);
    const station = desiredStation({ autodj: autodj([long, tracks[1]!]) });
    rig.stations.apply(station);
    await rig.until(hasSent(rig, station, 1800), 'it plays');
    rig.stations.apply({ ...station, revision: 2, autodj: autodj([tracks[1]!, long, tracks[2]!]) });
    await rig.until(hasSent(rig, station, 3200), 'the next track plays');
    const tones = await detectTones(rig.audio(station.key), 'mp3', [440, 700, 1100]);
    expect(sequence(tones).slice(0, 2)).toEqual([440, 1100]);
    const from = rig.batches.length;
    rig.stations.apply({ ...station, revision: 3, autodj: autodj([tracks[1]!, long], 2) });
    await rig.until(hasSent(rig, station, 900), 'it restarts');
    const restarted = await detectTones(rig.audio(station.key, from), 'mp3', [440, 700, 1100]);
    expect(sequence(restarted)[0]).toBe(700);
  });

  it('resumes at its position after a restart', async () => {
    const parts = await Promise.all([440, 1100].map((hertz) => prepareTrack(rig.folder, hertz, 2)));
    const station = desiredStation({ autodj: autodj([tracks[0]!, ...parts.slice(1)]) });
    rig.stations.apply(station);
    await rig.until(() => rig.stations.state(station.key)?.track?.key === parts[1]!.key, 'the second track plays');
    rig.stations.remove(station.key);
    const position = rig.positions.get(station.key)!;
    expect(position).toMatchObject({ track: parts[1]!.key, index: 1 });
    const from = rig.batches.length;
    rig.stations.apply(station);
    await rig.until(hasSent(rig, station, 400), 'it plays again');
    const tones = await detectTones(rig.audio(station.key, from), 'mp3', [440, 1100]);
    expect(sequence(tones)[0]).toBe(1100);
  });

  it('skips unreadable files, and never leaves its folder', async () => {
    await writeFile(join(rig.folder, 'noise'), Buffer.alloc(400_000, 7));
    const bad = [badTrack('missing'), badTrack('noise'), badTrack('../../../etc/passwd')];
    const station = desiredStation({ autodj: autodj([...bad, tracks[1]!]) });
    rig.stations.apply(station);
    await rig.until(hasSent(rig, station, 2500), 'it plays');
    const tones = await detectTones(rig.audio(station.key), 'mp3', [440, 700]);
    expect(sequence(tones)).toEqual([700]);
    expect(longestGap(tones)).toBeLessThanOrEqual(60);
  });

  it('reports which tracks it cannot read and why, until they become readable or are removed', async () => {
    const [gone, away] = [badTrack('gone'), badTrack('away')];
    const station = desiredStation({ autodj: autodj([gone, away, tracks[1]!]) });
    const unreadable = () => rig.stations.state(station.key)!.unreadable!;
    const begin = Date.now();
    rig.stations.apply(station);
    await rig.until(() => unreadable().count === 2, 'both are reported');
    expect(rig.states.findLast(({ key }) => key === station.key)!.unreadable!.count).toBe(2);
    const { key, title, artist } = gone;
    expect(unreadable().tracks[0]).toEqual({ key, title, artist, reason: 'its file is missing' });
    expect(unreadable().since).toBeGreaterThanOrEqual(begin);
    await copyFile(join(rig.folder, tracks[0]!.path), join(rig.folder, 'away'));
    await rig.until(() => unreadable().count === 1, 'one is readable');
    rig.stations.apply({ ...station, revision: 2, autodj: autodj([away, tracks[1]!]) });
    expect(unreadable()).toMatchObject({ count: 0, tracks: [] });
  });

  it('keeps listeners connected with silence when nothing can be read', async () => {
    const station = desiredStation({ autodj: autodj([badTrack('missing'), badTrack('gone')]) });
    rig.stations.apply(station);
    await rig.until(plays(rig, station, 'silence'), 'silence plays');
    await rig.until(hasSent(rig, station, 1000), 'it continues');
    rig.stations.apply({ ...station, revision: 2, autodj: autodj([tracks[0]!]) });
    await rig.until(plays(rig, station, 'autodj'), 'it plays the new track');
  });
});
