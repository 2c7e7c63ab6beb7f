import { defaultSongRequestSettings } from '#contract/song-requests.ts';
import type { StationKey } from '#contract/keys.ts';
import type { Db } from '#server/kernel/kernel.ts';
import type { Keys } from './world.ts';

const id = '00000000-0000-4000-8000-000000000000';
const mount = 'nowhere';

/** Calls of the endpoints of song requests, without keys. */
export const songRequestFixtures = {
  'songRequests.list': {},
  'songRequests.setSettings': { body: defaultSongRequestSettings },
  'songRequests.approve': { params: { id } },
  'songRequests.refuse': { params: { id } },
  'songRequests.songs': { params: { mount } },
  'songRequests.request': { params: { mount }, fields: { track: 't-0000000000000000000000' } },
  'songRequests.follow': { params: { mount, id } },
};

/** A waiting request for each call that names one. */
export const songRequestChildren = (db: () => Db) => {
  const request = async (keys: Keys): Promise<string> => {
    const row = { station_key: keys.station as StationKey, track_key: null, title: 'Tide', artist: 'Nova' };
    const { id: made } = await db()
      .insertInto('song_requests')
      .values({ ...row, name: '', message: '', listener: null, created: new Date() })
      .returning('id')
      .executeTakeFirstOrThrow();
    return made;
  };
  return { 'songRequests.approve': request, 'songRequests.refuse': request };
};
