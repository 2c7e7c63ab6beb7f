import type { BodyOf, SpecOf } from '#contract/api/http.ts';
import type { StationKey } from '#contract/rules/keys.ts';
import type { library } from '#contract/api/library.ts';
import { touchStation } from '#server/domains/playout/playout.service.ts';
import { refuse } from '#server/kernel/http/refuse.ts';
import type { Kernel } from '#server/kernel/kernel.ts';
import { updateTracksOf } from './library.repo.ts';

/**
 * Changes the artist and album of tracks, also on the air; omitted fields stay unchanged. Refuses with `media.notFound`,
 * and changes none, if one is not of this station.
 */
export const updateTracks = async (
  deps: Pick<Kernel, 'db'>,
  station: StationKey,
  { tracks, ...values }: BodyOf<SpecOf<typeof library.updateMany>>,
): Promise<{ changed: number }> =>
  await deps.db.transaction().execute(async (tx) => {
    const changed = await updateTracksOf(tx, station, tracks, values);
    if (changed !== new Set(tracks).size) refuse('media.notFound');
    await touchStation(tx, station);
    return { changed };
  });
