import type { StationKey } from '#contract/rules/keys.ts';
import type { SongRequest } from '#contract/api/song-requests.ts';
import type { EngineSync } from '#server/domains/playout/playout.events.ts';
import type { Handlers } from '#server/kernel/http/handler.ts';
import { refuse } from '#server/kernel/http/refuse.ts';
import type { Kernel } from '#server/kernel/kernel.ts';
import { limitFollowers } from '#server/platform/followers.ts';
import type { LiveHub } from '#server/platform/live-hub.ts';
import type { SongRequestHub } from '#server/platform/song-request-hub.ts';
import { approveRequest, refuseRequest } from './decide-request.ts';
import { followRequest } from './follow-request.ts';
import { findSongs, requestSong, type RequestDeps } from './request-song.ts';
import { getSongRequests, setSongRequests } from './song-requests.service.ts';
import { latestRequests } from './song-requests.repo.ts';
import { presentRequest } from './song-requests.presenter.ts';

type Deps = { live: LiveHub; engine: EngineSync; requests: SongRequestHub };

/** What requesting a song needs, in a process that is connected to the engine. */
export const requestDeps = (kernel: Kernel, { live, engine }: Omit<Deps, 'requests'>): RequestDeps => ({
  ...{ ...kernel, live, engine },
});

/** Handlers of song requests, for listeners and for the station's people. */
export const songRequestsRoutes = (kernel: Kernel, deps: Deps): Handlers<'songRequests'> => {
  const all = { ...requestDeps(kernel, deps), requests: deps.requests, followers: limitFollowers() };
  const present = async (station: StationKey, id: string): Promise<SongRequest> => {
    const [row] = await latestRequests(kernel.db, station, id);
    return presentRequest(row ?? refuse('songRequest.notFound'));
  };
  return {
    list: ({ params }) => getSongRequests(kernel.db, params.key),
    setSettings: ({ params, body }) => setSongRequests(all, params.key, body),
    approve: async ({ params, who }) => {
      await approveRequest(all, params.key, params.id, who.id);
      return await present(params.key, params.id);
    },
    refuse: async ({ params, who }) => {
      await refuseRequest(all, params.key, params.id, who.id);
      return await present(params.key, params.id);
    },
    songs: ({ params, query }) => findSongs(all, params.mount, query.search),
    request: ({ params, fields, request }) =>
      requestSong(all, params.mount, fields, { ip: request.ip, user_agent: request.headers['user-agent'] ?? '' }),
    follow: ({ params, request, signal }) => followRequest(all, params, request.ip, signal),
  };
};
