import { copyFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createMedia, type Media } from '#streaming/media/media.ts';
import { desiredStation, prepareTrack, startAirRig, type AirRig } from '#streaming/ingest/testing/air-rig.ts';
import { detectTones, longestGap, sequence } from '#streaming/ingest/testing/audio.ts';
import { hasSent } from '#streaming/ingest/testing/real-encoder.ts';

/* On a machine that has the portal's disk, while the portal is away: nothing of what is missing can be asked for. */

let rig: AirRig;
let media: Media;
beforeAll(async () => {
  rig = await startAirRig({
    media: (folder) => {
      const cache = { folder: join(folder, 'cache'), maxBytes: 1e9, token: 'a token for tests only' };
      return (media = createMedia({ mediaDir: folder, cache, failed: () => undefined }));
    },
  });
});
afterAll(async () => {
  await rig.close();
  await media.stop();
});

it('plays the tracks that are there, names the missing one, and plays it once it is there', async () => {
  const [here, missing] = [await prepareTrack(rig.folder, 440, 2), await prepareTrack(rig.folder, 880, 2)];
  const gone = { ...missing, path: 'gone', bytes: 32_000 };
  const autodj = { items: [gone, here], shuffle: false, generation: 1, media_url: 'http://127.0.0.1:1' };
  const station = desiredStation({ autodj });
  rig.stations.apply(station);
  await rig.until(hasSent(rig, station, 9000), 'it plays');
  const spans = await detectTones(rig.audio(station.key), 'mp3', [440, 880]);
  expect(sequence(spans)).toEqual([440]);
  expect(longestGap(spans)).toBeLessThanOrEqual(300);
  expect(rig.stations.state(station.key)!.unreadable!.tracks).toMatchObject([
    { key: gone.key, reason: expect.stringContaining('the portal could not be reached') },
  ]);
  await copyFile(join(rig.folder, missing.path), join(rig.folder, 'gone'));
  await rig.until(() => rig.stations.state(station.key)!.track?.key === gone.key, 'the missing one plays');
  expect(rig.stations.state(station.key)!.unreadable!.count).toBe(0);
  rig.stations.remove(station.key);
});
