import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { defaultBreakRules } from '#contract/rules/break-rules.ts';
import type { PlannedStation } from '#contract/engine/engine-ads.ts';
import { learntOffset, openCueOffsets, type CueOffsets } from '#streaming/ads/cue-offsets.ts';
import { desiredStation, startAirRig, type AirRig } from '#streaming/ingest/testing/air-rig.ts';
import { asMp3, sourceEvent, startEncoder } from '#streaming/ingest/testing/real-encoder.ts';
import { detectTones, type ToneSpan } from '#streaming/ingest/testing/audio.ts';

/* A real encoder, whose titles come long before the sound that they name: heard where the breaks are on the air. */

const [music, advert] = [440, 1000];
/** Music and adverts in turns, each followed by a pause: further apart than a boundary is looked for. */
const [blockMs, pauseMs] = [3600, 300];
const aheadMs = 900;
/** Cues from which an offset is known are five; breaks after them are aligned. */
const [learning, aligned] = [6, 4];
const totalMs = (learning + aligned + 2) * blockMs;

let rig: AirRig;
let cues: CueOffsets;
const failed = (error: unknown): void => {
  throw error;
};
beforeAll(async () => {
  rig = await startAirRig({
    ads: {
      station: (key): PlannedStation => ({
        ...{ key: key as PlannedStation['key'], timezone: 'UTC', language: 'en', category: 1, campaigns: [] },
        withheld: [],
        breaks: { ...defaultBreakRules, cue: { enabled: true, title: 'advert', maxSeconds: 60 }, alignCues: true },
      }),
      survey: () => ({ listeners: 1, lengths: {} }),
      made() {},
      cues: {
        of: (station) => cues.of(station),
        add: (station, ms) => cues.add(station, ms),
      },
    },
  });
  cues = openCueOffsets(join(rig.folder, 'cue-offsets.json'), failed);
});
afterAll(() => rig.close());

/** Music for a block, adverts for the next one; each ends with its pause. */
const programme = (): string[] => {
  const inside = `lt(mod(t,${blockMs / 1000}),${(blockMs - pauseMs) / 1000})`;
  const isMusic = `lt(mod(t,${(2 * blockMs) / 1000}),${blockMs / 1000})`;
  const hertz = `(${advert}-${advert - music}*${isMusic})`;
  const source = `aevalsrc='0.3*sin(2*PI*t*${hertz})*${inside}':s=44100:d=${totalMs / 1000}`;
  return ['-f', 'lavfi', '-i', source];
};

it(
  'begins and ends breaks in the pauses of the sound, once it has learnt how long titles come before them',
  { timeout: 120_000 },
  async () => {
    const station = desiredStation();
    rig.stations.apply(station);
    const encoder = startEncoder(rig, station, ['-flush_packets', '1', ...asMp3], programme());
    const retitle = async (title: string): Promise<void> => {
      const query = new URLSearchParams({ mode: 'updinfo', mount: `/${station.mount}`, song: title });
      const authorization = `Basic ${Buffer.from(`source:${station.password}`).toString('base64')}`;
      const reply = await fetch(`http://127.0.0.1:${rig.port}/admin/metadata?${query}`, { headers: { authorization } });
      expect(reply.status).toBe(200);
    };
    try {
      await rig.until(sourceEvent(rig, station, 'connected'), 'the encoder connects');
      const began = performance.now();
      for (let boundary = 1; boundary <= learning + aligned; boundary++) {
        await pause(Math.max(0, began + boundary * blockMs - aheadMs - performance.now()));
        await retitle(boundary % 2 === 1 ? 'Advert' : 'Song');
      }
      const marks = () =>
        rig.messages.flatMap((message) =>
          (message.type === 'break' || message.type === 'resume') && message.station === station.key ? [message] : [],
        );
      await rig.until(() => marks().length === learning + aligned, 'the last title has acted');

      const { ms, spreadMs, cues: known } = learntOffset(cues.of(station.key));
      expect(known).toBeGreaterThanOrEqual(learning);
      // To the middle of the pause; when the encoder began is not known exactly.
      expect(Math.abs(ms! - (aheadMs - pauseMs / 2))).toBeLessThan(500);
      expect(spreadMs).toBeLessThan(200);
      await expect
        .poll(() => openCueOffsets(join(rig.folder, 'cue-offsets.json'), failed).of(station.key).length)
        .toBe(known);

      const [early, late] = [marks().slice(0, 2), marks().slice(learning)];
      const within = async (from: number, to: number): Promise<ToneSpan[]> => {
        const sent = rig.batches.filter(
          ({ batch }) => batch.station === station.key && batch.at >= from && batch.at < to,
        );
        return await detectTones(Buffer.concat(sent.map(({ batch }) => batch.data)), 'mp3', [music, advert]);
      };
      const lasting = (spans: ToneSpan[], hertz: number): number =>
        spans.reduce((sum, span) => sum + (span.hertz === hertz ? span.to - span.from : 0), 0);
      // As long as nothing is known, titles act when they arrive: within the music.
      expect(lasting(await within(early[0]!.at, early[1]!.at), music)).toBeGreaterThan(300);
      for (let at = 0; at + 1 < late.length; at += 2) {
        const heard = await within(late[at]!.at, late[at + 1]!.at);
        expect(lasting(heard, music)).toBeLessThan(80);
        expect(lasting(heard, advert)).toBeGreaterThan(blockMs - pauseMs - 80);
      }
    } finally {
      encoder.kill('SIGKILL');
    }
  },
);
