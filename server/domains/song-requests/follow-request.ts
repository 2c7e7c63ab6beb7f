import type { OwnSongRequest } from '#contract/api/song-requests.ts';
import { stationOfMount, type StationsDeps } from '#server/domains/stations/stations.service.ts';
import { refuse } from '#server/kernel/http/refuse.ts';
import type { Followers } from '#server/platform/followers.ts';
import { createMailbox } from '#server/platform/mailbox.ts';
import type { SongRequestHub } from '#server/platform/song-request-hub.ts';
import { findRequest } from './song-requests.repo.ts';
import { presentOwn } from './song-requests.presenter.ts';

export type FollowDeps = StationsDeps & { requests: SongRequestHub; followers: Followers };

/** A request of a mount's station; refuses with `station.notFound` and `songRequest.notFound`. */
export const ownRequest = async (deps: StationsDeps, mount: string, id: string): Promise<OwnSongRequest> => {
  const station = (await stationOfMount(deps, mount)) ?? refuse('station.notFound');
  return presentOwn((await findRequest(deps.db, station.key, id)) ?? refuse('songRequest.notFound'));
};

const isOver = ({ state }: OwnSongRequest): boolean => !['waiting', 'approved', 'playing'].includes(state);

/** What becomes of a request, now and at each change, until it has played or won't. Limited like all public streams. */
export const followRequest = async (
  deps: FollowDeps,
  { mount, id }: { mount: string; id: string },
  ip: string,
  signal: AbortSignal,
): Promise<AsyncGenerator<{ event: 'request'; data: OwnSongRequest }>> => {
  const release = deps.followers.enter(ip);
  // Also if it is refused, or the client is gone before the first event is read.
  signal.addEventListener('abort', release, { once: true });
  const station = (await stationOfMount(deps, mount)) ?? refuse('station.notFound');
  if (!(await findRequest(deps.db, station.key, id))) refuse('songRequest.notFound');
  return (async function* () {
    const mailbox = createMailbox<'changed'>();
    mailbox.put(id, 'changed');
    const stop = deps.requests.follow(station.key, (ids) => {
      if (!ids || ids.includes(id)) mailbox.put(id, 'changed');
    });
    let last = '';
    try {
      for await (const _changed of mailbox.read(signal)) {
        const row = await findRequest(deps.db, station.key, id);
        if (!row) return;
        const data = presentOwn(row);
        if (data.state !== last) yield { event: 'request' as const, data };
        last = data.state;
        if (isOver(data)) return;
      }
    } finally {
      stop();
      release();
    }
  })();
};
