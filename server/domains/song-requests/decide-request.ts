import type { StationKey } from '#contract/rules/keys.ts';
import { queueTrack, unqueue, type AirDeps } from '#server/domains/playout/playout.service.ts';
import { refuse } from '#server/kernel/http/refuse.ts';
import type { Kernel } from '#server/kernel/kernel.ts';
import { notifySongRequests } from '#server/platform/song-request-hub.ts';
import { changeRequest, findRequest } from './song-requests.repo.ts';

export type DecideDeps = AirDeps & Pick<Kernel, 'clock' | 'events'>;

/**
 * Approves a waiting request: its song goes to the end of the Auto DJ's queue. `by`: the user, or null if by rule.
 * Refuses with `songRequest.decided`, and as the queue does; the request then waits again.
 */
export const approveRequest = async (
  deps: DecideDeps,
  station: StationKey,
  id: string,
  by: string | null,
): Promise<void> => {
  const { db, clock } = deps;
  const row = (await findRequest(db, station, id)) ?? refuse('songRequest.notFound');
  const track = row.track_key ?? refuse('songRequest.songNotFound');
  const decided = { decided: clock.now(), decided_by: by };
  // First, so that of two people who approve it one is refused.
  if (!(await changeRequest(db, id, ['waiting'], { state: 'approved', ...decided }))) refuse('songRequest.decided');
  try {
    const listener = { id: `request:${id}`, name: row.name || 'a listener' };
    await queueTrack(deps, station, { id, track, place: 'last' }, listener);
  } catch (error) {
    await changeRequest(db, id, ['approved'], { state: 'waiting', decided: null, decided_by: null });
    throw error;
  }
  await notifySongRequests(deps.events, db, station, [id]);
};

/**
 * Refuses a request that waits; one that was approved also leaves the Auto DJ's queue. Refuses with
 * `songRequest.decided` once it plays, and with `air.unreachable`.
 */
export const refuseRequest = async (deps: DecideDeps, station: StationKey, id: string, by: string): Promise<void> => {
  const { db, clock } = deps;
  const row = (await findRequest(db, station, id)) ?? refuse('songRequest.notFound');
  if (row.state === 'approved') await unqueue(deps, station, id);
  const refused = { state: 'refused', decided: clock.now(), decided_by: by } as const;
  // The engine's report that it left the queue may arrive first.
  if (!(await changeRequest(db, id, ['waiting', 'approved', 'removed'], refused))) refuse('songRequest.decided');
  await notifySongRequests(deps.events, db, station, [id]);
};
