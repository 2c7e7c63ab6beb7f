import type { StationKey } from '#contract/keys.ts';
import { limits } from '#contract/limits.ts';
import type { AutoDjTrack } from '#contract/playout.ts';
import type { DayPartRow, NewDayPart } from '#contract/playout-rules.ts';
import { overlapping } from '#contract/week.ts';
import { refuse } from '#server/kernel/http/refuse.ts';
import type { Db, Tx } from '#server/kernel/kernel.ts';
import * as repo from './day-parts.repo.ts';
import { presentTracks } from './playlist.ts';
import { lockAutoDj, timeZoneOf, touch } from './playout.repo.ts';

type Detail = DayPartRow & { tracks: AutoDjTrack[] };

/** The dayparts of a station and its time zone. */
export const getDayParts = async (db: Db, key: StationKey): Promise<{ timezone: string; day_parts: DayPartRow[] }> => ({
  timezone: await timeZoneOf(db, key),
  day_parts: await repo.dayPartsOf(db, key),
});

/** A daypart with its tracks; refuses with `autodj.dayPartNotFound` if it belongs to another station. */
export const getDayPart = async (db: Db | Tx, key: StationKey, id: string): Promise<Detail> => {
  const part = (await repo.dayPartsOf(db, key)).find((one) => one.id === id) ?? refuse('autodj.dayPartNotFound');
  return { ...part, tracks: presentTracks(await repo.tracksOfDayPart(db, id)) };
};

/** Adds a daypart; refuses with `autodj.dayPartOverlaps` if its hours overlap another one's. */
export const addDayPart = async (db: Db, key: StationKey, part: NewDayPart): Promise<Detail> =>
  await change(db, key, async (tx, others) => {
    if (others.length >= limits.dayParts) refuse('autodj.dayPartsFull', { max: limits.dayParts });
    checkHours(part, others);
    const id = await repo.insertDayPart(tx, key, part);
    await fill(tx, key, id, part);
    return await getDayPart(tx, key, id);
  });

/** Replaces a daypart and its tracks; refuses for the same reasons as adding one. */
export const changeDayPart = async (db: Db, key: StationKey, id: string, part: NewDayPart): Promise<Detail> =>
  await change(db, key, async (tx, all) => {
    if (!all.some((one) => one.id === id)) refuse('autodj.dayPartNotFound');
    checkHours(
      part,
      all.filter((one) => one.id !== id),
    );
    await repo.updateDayPart(tx, id, part);
    await fill(tx, key, id, part);
    return await getDayPart(tx, key, id);
  });

/** Removes a daypart; in its hours the playlist plays again. */
export const removeDayPart = async (db: Db, key: StationKey, id: string): Promise<undefined> =>
  await change(db, key, async (tx) => {
    if (!(await repo.deleteDayPart(tx, key, id))) refuse('autodj.dayPartNotFound');
    return undefined;
  });

const change = async <T>(db: Db, key: StationKey, act: (tx: Tx, all: DayPartRow[]) => Promise<T>): Promise<T> =>
  await db.transaction().execute(async (tx) => {
    if (!(await lockAutoDj(tx, key))) refuse('station.notFound');
    const result = await act(tx, await repo.dayPartsOf(tx, key));
    await touch(tx, key);
    return result;
  });

const checkHours = (part: NewDayPart, others: readonly DayPartRow[]): void => {
  if (part.from === part.to) refuse('request.invalid', {}, { to: 'Start and end must differ.' });
  const other = others.find((one) => overlapping(one, part));
  if (!other) return;
  const message = `“${other.name}” already plays during some of these hours.`;
  refuse('autodj.dayPartOverlaps', { name: other.name }, { from: message });
};

const fill = async (tx: Tx, key: StationKey, id: string, part: NewDayPart): Promise<void> => {
  const tracks = [...new Set(part.tracks)];
  if ((await repo.setTracksOfDayPart(tx, key, id, tracks)) !== tracks.length) refuse('media.notFound');
};
