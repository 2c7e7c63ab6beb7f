import { library } from '#contract/api/library.ts';
import { playlists, type NewPlaylist } from '#contract/api/playlists.ts';
import type { CreatedStation } from './create-stations.ts';
import type { PortalClient } from './portal-client.ts';

const settings = {
  weight: 1,
  enabled: true,
  shuffle: true,
  exclusive: false,
  hours: [],
  tracks: [],
  match: 'any',
} as const;

/** Found by tags: two of the newest for one of the others, and calm music alone in the nights of the week. */
const planned: Omit<NewPlaylist, 'tracks'>[] = [
  { ...settings, name: 'New this month', content: 'tags', weight: 2, tags: ['new'], hours: [] },
  {
    ...settings,
    name: 'Calm nights',
    content: 'tags',
    tags: ['calm'],
    exclusive: true,
    hours: [{ days: [1, 2, 3, 4, 7], from: 22 * 60, to: 2 * 60 }],
  },
];

/** Tags the first tracks of each station, and gives it playlists that find them; a station that has some stays as it is. */
export const createPlaylists = async (call: PortalClient, stations: readonly CreatedStation[]): Promise<void> => {
  for (const { station: key, of } of stations) {
    const existing = await call(playlists.playlists, { params: { key } });
    if (existing.playlists.length > 0) continue;
    const { token } = await call(library.token, { params: { id: key } });
    const { tracks } = await call(library.list, { query: { limit: 1000 } }, token);
    const keys = tracks.map((track) => track.key);
    if (keys.length < 2) continue;
    const half = Math.ceil(keys.length / 2);
    const isCalm = of.pieces.every(({ style }) => style === 'ambient' || style === 'lounge');
    const calm = isCalm ? keys : keys.slice(half);
    await call(library.changeTags, { body: { tracks: keys.slice(0, half), add: ['new'], remove: [] } }, token);
    await call(library.changeTags, { body: { tracks: calm, add: ['calm'], remove: [] } }, token);
    for (const playlist of planned)
      await call(playlists.addPlaylist, { params: { key }, body: { ...playlist, tracks: [] } });
  }
};
