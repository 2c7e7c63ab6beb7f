import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listenStrictly } from '#streaming/edge/testing/strict-listener.ts';
import { detectTones, longestGap, sequence, tone } from '#streaming/ingest/testing/audio.ts';
import { startEngineProcess, tones, type EngineRig } from './testing/engine-rig.ts';
import { startIcecastRelay } from './testing/icecast-relay.ts';
import { missingPrograms, run, type Running } from './testing/programs.ts';

const lacking = missingPrograms(['icecast2']);
const named = lacking === '' ? '' : ` (no ${lacking} here)`;
/** Bytes per second at 128 kbit/s. */
const second = 16_000;

/** A stock Icecast that relays a station of the engine, and accepts an encoder; other stations pull both streams. */
describe.skipIf(lacking !== '')(`a station pulls from a stock Icecast${named}`, { timeout: 60_000 }, () => {
  let rig: EngineRig;
  let icecast: { port: number; running: Running };
  let encoder: Running;

  /** Waits until Icecast serves the mount, which it does once its source has connected. */
  const untilServed = async (path: string): Promise<void> => {
    for (;;) {
      const listener = await listenStrictly({ port: icecast.port, path }).catch(() => undefined);
      listener?.close();
      if (listener?.reply.status.includes('200')) return;
      await new Promise((done) => setTimeout(done, 200));
    }
  };

  beforeAll(async () => {
    rig = await startEngineProcess();
    const origin = await rig.putStation();
    icecast = await startIcecastRelay({ port: rig.port, mount: origin.mount }, rig.folder);
    await untilServed('/relayed');
    encoder = run('ffmpeg', [
      ...['-hide_banner', '-loglevel', 'error', '-re', ...tone(tones.live, 60)],
      ...['-metadata', 'artist=Else', '-metadata', 'title=Where', '-c:a', 'libvorbis', '-ar', '48000'],
      ...['-content_type', 'application/ogg', '-f', 'ogg', `icecast://source:x@127.0.0.1:${icecast.port}/vorbis`],
    ]);
    await untilServed('/vorbis');
  }, 60_000);
  afterAll(async () => {
    await encoder?.end('SIGKILL');
    await icecast?.running.end();
    await rig?.stop();
  });

  const at = (path: string): string => `http://127.0.0.1:${icecast.port}${path}`;

  const receive = async (mount: string, seconds: number): Promise<Buffer> => {
    const listener = await listenStrictly({ port: rig.port, path: `/${mount}` });
    const audio = await listener.receive(seconds * second);
    listener.close();
    return audio;
  };

  it('MP3 unchanged, with its titles', async () => {
    const empty = { items: [], shuffle: false, generation: 1 };
    const station = await rig.putStation({ autodj: empty, relay: { kind: 'url', url: at('/relayed') } });
    const isPlaying = ({ source, title }: { source: string; title: string }): boolean =>
      source === 'relay' && title === 'Sine - Tone 440';
    const state = await rig.until(station, isPlaying, 'it plays');
    expect(state.source_url).toBe(at('/relayed'));
    const spans = await detectTones(await receive(station.mount, 10), 'mp3', [tones.autodj, tones.live]);
    expect(sequence(spans)).toEqual([tones.autodj]);
    expect(longestGap(spans)).toBeLessThanOrEqual(30);
  });

  it('Ogg Vorbis converted, as a fail-over stream', async () => {
    const station = await rig.putStation({ failover: [at('/nothing'), at('/vorbis')] });
    const state = await rig.until(station, ({ source }) => source === 'failover', 'it plays');
    expect(state.source_url).toBe(at('/vorbis'));
    await rig.until(station, ({ title }) => title === 'Else - Where', 'its title is reported');
    const spans = await detectTones(await receive(station.mount, 10), 'mp3', [tones.autodj, tones.live]);
    expect(sequence(spans).at(-1)).toBe(tones.live);
    expect(longestGap(spans)).toBeLessThanOrEqual(30);
  });
});
