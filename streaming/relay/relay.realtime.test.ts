import type { ChildProcess } from 'node:child_process';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { AutoDjItem, StationDesired, StreamFormat } from '#contract/engine/engine.ts';
import {
  desiredStation,
  mp3Stereo,
  prepareTrack,
  startAirRig,
  type AirRig,
} from '#streaming/ingest/testing/air-rig.ts';
import { asMp3, onTime, plays, hasSent, startEncoder } from '#streaming/ingest/testing/real-encoder.ts';
import { detectTones, longestGap, sequence, tone } from '#streaming/ingest/testing/audio.ts';

const mono48: StreamFormat = { codec: 'aac', sample_rate: 48_000, channels: 1, bitrate: 64_000 };

let rig: AirRig;
let track: AutoDjItem;
let ownTrack: AutoDjItem;
let encoder: ChildProcess | undefined;

beforeAll(async () => {
  rig = await startAirRig();
  track = await prepareTrack(rig.folder, 440, 20);
  ownTrack = await prepareTrack(rig.folder, 700, 20);
});
afterEach(() => {
  encoder?.kill('SIGKILL');
  for (const { key } of rig.stations.states()) rig.stations.remove(key);
});
afterAll(() => rig.close());

const list = (...items: AutoDjItem[]) => ({ items, shuffle: false, generation: 1 });
const relayOf = (master: StationDesired) => ({ kind: 'station', key: master.key }) as const;

const putMaster = (changes: Partial<StationDesired> = {}): StationDesired => {
  const master = desiredStation({ name: 'Master Radio', autodj: list(track), ...changes });
  rig.stations.apply(master);
  return master;
};

/** A relay whose own Auto DJ plays 700 Hz. */
const putRelay = async (master: StationDesired, changes: Partial<StationDesired> = {}): Promise<StationDesired> => {
  const relay = desiredStation({ autodj: list(ownTrack), relay: relayOf(master), ...changes });
  rig.stations.apply(relay);
  await rig.until(plays(rig, relay, 'relay'), 'the master plays');
  return relay;
};

describe('a relay of a station here', () => {
  it("plays its master's frames unchanged, with its titles", async () => {
    const master = putMaster();
    const relay = await putRelay(master);
    const from = rig.batches.length;
    await rig.until(hasSent(rig, relay, 3000), 'it plays');
    expect(rig.stations.state(relay.key)).toMatchObject({ source: 'relay', title: 'Sine - Tone 440' });
    expect(rig.events).toContainEqual(
      expect.objectContaining({ type: 'play', station: relay.key, source: 'relay', title: 'Tone 440', artist: 'Sine' }),
    );
    expect(rig.audio(master.key).includes(rig.audio(relay.key, from))).toBe(true);
    const tones = await detectTones(rig.audio(relay.key), 'mp3', [440, 700]);
    expect(sequence(tones)).toEqual([700, 440]);
    expect(longestGap(tones)).toBeLessThanOrEqual(30);
    await rig.until(onTime(rig, relay), 'it is on time');
  });

  it('is converted to another format', async () => {
    const master = putMaster();
    const relay = await putRelay(master, { format: mono48, autodj: list() });
    const from = rig.batches.length;
    await rig.until(hasSent(rig, relay, 3000), 'it plays');
    const tones = await detectTones(rig.audio(relay.key, from), 'aac', [440, 700]);
    expect(sequence(tones)).toEqual([440]);
    expect(rig.stations.converters.running).toBe(1);
    rig.stations.remove(relay.key);
    expect(rig.stations.converters.running).toBe(0);
  });

  it('is converted to a lower bit rate', async () => {
    const master = putMaster();
    const format = { ...mp3Stereo, bitrate: 64_000 };
    const relay = await putRelay(master, { format, autodj: list() });
    const from = rig.batches.length;
    await rig.until(hasSent(rig, relay, 3000), 'it plays');
    const audio = rig.audio(relay.key, from);
    const ms = rig.batches
      .slice(from)
      .reduce((sum, { batch }) => sum + (batch.station === relay.key ? batch.duration / 1000 : 0), 0);
    expect((audio.length * 8) / ms).toBeLessThan(70);
    expect(sequence(await detectTones(audio, 'mp3', [440, 700]))).toEqual([440]);
  });

  it('plays its own list while its master is off the air or silent, and then returns', async () => {
    const master = putMaster();
    const relay = await putRelay(master);
    await rig.until(hasSent(rig, relay, 1000), 'it plays');
    rig.stations.apply({ ...master, revision: 2, running: false, reason: 'The station is off the air.' });
    await rig.until(plays(rig, relay, 'autodj'), 'its own list plays');
    await rig.until(hasSent(rig, relay, 1000), 'its own list continues');
    rig.stations.apply({ ...master, revision: 3 });
    await rig.until(plays(rig, relay, 'relay'), 'the master plays again');
    await rig.until(hasSent(rig, relay, 1000), 'the master continues');
    rig.stations.apply({ ...master, revision: 4, autodj: { ...list(), generation: 2 } });
    await rig.until(plays(rig, relay, 'autodj'), 'the master is silent');
    await rig.until(hasSent(rig, relay, 800), 'its own list continues');
    const tones = await detectTones(rig.audio(relay.key), 'mp3', [440, 700]);
    expect(sequence(tones)).toEqual([700, 440, 700, 440, 700]);
    expect(longestGap(tones)).toBeLessThanOrEqual(30);
  });

  it('gives its master priority over its own encoder', async () => {
    const master = putMaster();
    const relay = await putRelay(master);
    encoder = startEncoder(rig, relay, asMp3, tone(1000, 60));
    await rig.until(() => rig.stations.state(relay.key)?.encoder !== null, 'the encoder is connected');
    await rig.until(hasSent(rig, relay, 2500), 'the master continues');
    expect(rig.stations.state(relay.key)?.source).toBe('relay');
    rig.stations.remove(master.key);
    await rig.until(plays(rig, relay, 'live'), 'the encoder plays');
    await rig.until(hasSent(rig, relay, 800), 'the encoder continues');
    const tones = await detectTones(rig.audio(relay.key), 'mp3', [440, 700, 1000]);
    expect(sequence(tones)).toEqual([700, 440, 1000]);
    expect(longestGap(tones)).toBeLessThanOrEqual(30);
  });

  it('is interrupted by its own encoder if so configured', async () => {
    const master = putMaster();
    const relay = await putRelay(master, { interrupt_master: true });
    encoder = startEncoder(rig, relay, asMp3, tone(1000, 60));
    await rig.until(plays(rig, relay, 'live'), 'the encoder plays');
    await rig.until(hasSent(rig, relay, 1000), 'the encoder continues');
    encoder.kill('SIGKILL');
    await rig.until(plays(rig, relay, 'relay'), 'the master plays again');
    await rig.until(hasSent(rig, relay, 1000), 'the master continues');
    const tones = await detectTones(rig.audio(relay.key), 'mp3', [440, 700, 1000]);
    expect(sequence(tones)).toEqual([700, 440, 1000, 440]);
    expect(longestGap(tones)).toBeLessThanOrEqual(30);
  });

  it('refuses a master that would create a loop, until the loop is gone', async () => {
    const first = desiredStation({ autodj: list(track) });
    const second = desiredStation({ autodj: list(ownTrack), relay: relayOf(first) });
    rig.stations.apply({ ...first, relay: relayOf(second) });
    rig.stations.apply(second);
    await rig.until(plays(rig, first, 'relay'), 'the first relays the second');
    expect(rig.stations.state(second.key)?.source).toBe('autodj');
    expect(rig.events).toContainEqual(
      expect.objectContaining({ type: 'source', station: second.key, event: 'refused', source: 'relay' }),
    );
    rig.stations.apply({ ...first, revision: 2 });
    await rig.until(plays(rig, second, 'relay'), 'the second relays the first');
    expect(rig.stations.state(first.key)?.source).toBe('autodj');
  });
});
