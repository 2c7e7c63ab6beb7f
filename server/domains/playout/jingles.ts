import type { StationKey, TrackKey } from '#contract/rules/keys.ts';
import { limits } from '#contract/rules/limits.ts';
import type { AutoDjTrack } from '#contract/api/playout.ts';
import type { Person } from '#server/kernel/http/handler.ts';
import { refuse } from '#server/kernel/http/refuse.ts';
import type { Db, Tx } from '#server/kernel/kernel.ts';
import { countJingles, jinglesOf, markJingles, unmarkJingles } from './jingles.repo.ts';
import { markChanged, presentTracks } from './playlist.ts';
import { countListed, removeEntries } from './playlist-order.repo.ts';
import { recordStep } from './playlist-steps.repo.ts';
import { lockAutoDj, touch } from './playout.repo.ts';

type Jingles = { jingles: AutoDjTrack[] };

/** The jingles of a station. */
export const getJingles = async (db: Db | Tx, key: StationKey): Promise<Jingles> => ({
  jingles: presentTracks(await jinglesOf(db, key)),
});

/**
 * Marks tracks as jingles. A track is either music or a jingle, so this removes them from the playlist; it can be
 * undone. Refuses with `media.notFound` if one belongs to another station, and with `autodj.jinglesFull` beyond 500.
 */
export const addJingles = async (db: Db, key: StationKey, tracks: TrackKey[], who: Person): Promise<Jingles> =>
  await db.transaction().execute(async (tx) => {
    await lockAutoDj(tx, key);
    if ((await markJingles(tx, key, tracks)) !== new Set(tracks).size) refuse('media.notFound');
    if ((await countJingles(tx, key)) > limits.jingles) refuse('autodj.jinglesFull', { max: limits.jingles });
    if ((await countListed(tx, key, tracks)) > 0) {
      await recordStep(tx, key, { what: 'removed', tracks, by: who.id });
      await removeEntries(tx, key, tracks);
      await markChanged(tx, key);
    } else await touch(tx, key);
    return await getJingles(tx, key);
  });

/** Turns jingles back into music; they remain in the library, outside the playlist. */
export const removeJingles = async (db: Db, key: StationKey, tracks: TrackKey[]): Promise<Jingles> =>
  await db.transaction().execute(async (tx) => {
    if ((await unmarkJingles(tx, key, tracks)) > 0) await touch(tx, key);
    return await getJingles(tx, key);
  });
