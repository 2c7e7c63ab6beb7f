import type { StationKey, TrackKey } from '#contract/rules/keys.ts';
import { limits } from '#contract/rules/limits.ts';
import { touchStation } from '#server/domains/playout/playout.service.ts';
import { refuse } from '#server/kernel/http/refuse.ts';
import type { Kernel } from '#server/kernel/kernel.ts';
import { lockLibrary } from './library.repo.ts';
import * as repo from './tags.repo.ts';

type Tags = { tags: { tag: string; tracks: number }[] };

/** The tags of a station's library. */
export const getTags = async (deps: Pick<Kernel, 'db'>, station: StationKey): Promise<Tags> => ({
  tags: await repo.tagsOf(deps.db, station),
});

/**
 * Adds tags to tracks and removes tags from them, and sends the playlists to the engine that find tracks by them. Refuses with
 * `media.notFound` if a track belongs to another station, and with `media.trackTagsFull` and `media.stationTagsFull` beyond the
 * limits.
 */
export const changeTags = async (
  deps: Pick<Kernel, 'db'>,
  station: StationKey,
  { tracks, add, remove }: { tracks: readonly TrackKey[]; add: readonly string[]; remove: readonly string[] },
): Promise<Tags> =>
  await deps.db.transaction().execute(async (tx) => {
    await lockLibrary(tx, station);
    if ((await repo.countTracks(tx, station, tracks)) !== new Set(tracks).size) refuse('media.notFound');
    await repo.removeTags(tx, station, tracks, remove);
    await repo.addTags(tx, station, tracks, add);
    const most = Math.max(0, ...[...(await repo.tagsOfTracks(tx, tracks)).values()].map(({ length }) => length));
    if (most > limits.trackTags) refuse('media.trackTagsFull', { max: limits.trackTags });
    const tags = await repo.tagsOf(tx, station);
    if (tags.length > limits.stationTags) refuse('media.stationTagsFull', { max: limits.stationTags });
    await touchStation(tx, station);
    return { tags };
  });
