import { defaultSongRequestSettings } from '#contract/api/song-requests.ts';
import type { StationKey } from '#contract/rules/keys.ts';
import { newKey } from '#server/kernel/keys.ts';
import type { Db } from '#server/kernel/kernel.ts';
import type { Keys } from './world.ts';

const id = '00000000-0000-4000-8000-000000000000';
const mount = 'nowhere';

/** Calls of the endpoints of song requests, without keys. */
export const songRequestFixtures = {
  'songRequests.setSettings': { body: defaultSongRequestSettings },
  'songRequests.approve': { params: { id } },
  'songRequests.refuse': { params: { id } },
  'songRequests.songs': { params: { mount } },
  'songRequests.request': { params: { mount }, fields: { track: 't-0000000000000000000000' } },
  'songRequests.follow': { params: { mount, id } },
};

/** A waiting request of a playable song, for each call that names one. */
export const songRequestChildren = (db: () => Db) => {
  const request = async (keys: Keys): Promise<string> => {
    const station_key = keys.station as StationKey;
    const track_key = newKey('track');
    const { codec, bitrate, sample_rate, channels } = await db()
      .selectFrom('stations')
      .select(['codec', 'bitrate', 'sample_rate', 'channels'])
      .where('key', '=', station_key)
      .executeTakeFirstOrThrow();
    const song = { title: 'Tide', artist: 'Nova' };
    const file = { filename: 'tide.mp3', original: `originals/${track_key}`, sha256: '', state: 'ready' as const };
    await db()
      .insertInto('tracks')
      .values({ key: track_key, station_key, ...song, ...file })
      .execute();
    const rendition = { codec, bitrate, sample_rate, channels, size: 1, duration_ms: 1500 };
    await db()
      .insertInto('renditions')
      .values({ track_key, path: `renditions/${track_key}.mp3`, ...rendition })
      .execute();
    const { id: made } = await db()
      .insertInto('song_requests')
      .values({ station_key, track_key, ...song, name: '', message: '', listener: null, created: new Date() })
      .returning('id')
      .executeTakeFirstOrThrow();
    return made;
  };
  return { 'songRequests.approve': request, 'songRequests.refuse': request };
};
