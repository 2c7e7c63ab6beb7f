import { sql } from 'kysely';
import type { StationKey } from '#contract/rules/keys.ts';
import { dayMs, hourMs } from '#contract/rules/time.ts';
import type {} from '#server/platform/lifecycle.ts';
import { notifySongRequests } from '#server/platform/song-request-hub.ts';
import type { Kernel, Tx } from '#server/kernel/kernel.ts';
import type { DecideDeps } from './decide-request.ts';
import { approveByRule } from './request-song.ts';
import type { SongRequestState } from '#contract/api/song-requests.ts';

/** A listener hardly stays longer. */
const waitsMs = 6 * hourMs;
/** The longest that a queue of fifty songs can take, and what an engine without a disk may have lost. */
const queuedMs = dayMs;
const playsMs = 2 * hourMs;
/** As long as the play log, which names them. */
const keptMs = 31 * dayMs;
const mostApproved = 50;

/** Jobs of song requests, each minute; for the process that runs jobs. */
export const workSongRequests = async (deps: DecideDeps & Pick<Kernel, 'jobs'>): Promise<void> =>
  await deps.jobs.every('songRequests.sweep', '* * * * *', () => sweepSongRequests(deps));

/** Ends requests that waited too long, approves by rule what could not be queued at once, and deletes old ones. */
export const sweepSongRequests = async (deps: DecideDeps): Promise<void> => {
  const { db, clock } = deps;
  const now = clock.now().getTime();
  await endOlder(deps, 'waiting', 'expired', new Date(now - waitsMs));
  await endOlder(deps, 'approved', 'removed', new Date(now - queuedMs));
  await endOlder(deps, 'playing', 'played', new Date(now - queuedMs - playsMs));
  await sql`update song_requests set listener = null
    where listener is not null and created < ${new Date(now - dayMs)}`.execute(db);
  await db
    .deleteFrom('song_requests')
    .where('created', '<', new Date(now - keptMs))
    .execute();
  await approveWaiting(deps);
};

const endOlder = async (
  { db, events }: DecideDeps,
  from: SongRequestState,
  to: SongRequestState,
  before: Date,
): Promise<void> => {
  await db.transaction().execute(async (tx) => {
    const rows = await tx
      .updateTable('song_requests')
      .set({ state: to })
      .where('state', '=', from)
      .where('created', '<', before)
      .returning(['id', 'station_key'])
      .execute();
    for (const [station, ids] of byStation(rows)) await notifySongRequests(events, tx, station, ids);
  });
};

const byStation = (rows: readonly { id: string; station_key: StationKey }[]): Map<StationKey, string[]> => {
  const groups = new Map<StationKey, string[]>();
  for (const { id, station_key } of rows) groups.set(station_key, [...(groups.get(station_key) ?? []), id]);
  return groups;
};

const approveWaiting = async (deps: DecideDeps): Promise<void> => {
  const waiting = await deps.db
    .selectFrom('song_requests')
    .innerJoin('song_request_settings as settings', 'settings.station_key', 'song_requests.station_key')
    .select(['song_requests.id', 'song_requests.station_key'])
    .where('song_requests.state', '=', 'waiting')
    .where('settings.approval', '=', 'rule')
    .where('settings.enabled', '=', true)
    .orderBy('song_requests.created')
    .limit(mostApproved)
    .execute();
  for (const { id, station_key } of waiting) await approveByRule(deps, station_key, id);
};

/** A station that moves to another account moves without the requests of its listeners, and takes none. */
export const subscribeSongRequests = ({ hooks }: Pick<Kernel, 'hooks'>): void =>
  hooks.on('station.transferred', async ({ tx, station }) => await deleteOfStation(tx, station));

const deleteOfStation = async (tx: Tx, station: StationKey): Promise<void> => {
  await tx.deleteFrom('song_requests').where('station_key', '=', station).execute();
  await tx.deleteFrom('song_request_settings').where('station_key', '=', station).execute();
};
