import type { ClickHouseClient } from '@clickhouse/client';
import type { LiveHub } from '#server/platform/live-hub.ts';
import type { Handlers } from '#server/kernel/http/handler.ts';
import type { Kernel } from '#server/kernel/kernel.ts';
import * as air from './air.ts';
import * as playlist from './change-playlist.ts';
import * as jingles from './jingles.ts';
import { moveTracks } from './move-tracks.ts';
import { getPlayLog } from './play-log.ts';
import { getAutoDj } from './playlist.ts';
import * as lists from './playlists.ts';
import type { EngineSync } from './playout.events.ts';
import * as service from './playout.service.ts';
import { getRules, setRules } from './rules.ts';

type Deps = { live: LiveHub; engine: EngineSync; analytics: { clickhouse: ClickHouseClient } };

/** Handlers of the server panel and the Auto DJ. */
export const playoutRoutes = (kernel: Kernel, deps: Deps): Handlers<'playout'> => {
  const { db } = kernel;
  const all = { ...kernel, ...deps };
  const recorded = { ...kernel, clickhouse: deps.analytics.clickhouse };
  return {
    start: ({ params }) => service.startServer(all, params.key),
    restart: ({ params }) => service.restartServer(all, params.key),
    stop: ({ params }) => service.stopServer(all, params.key),
    autoDj: ({ params, who }) => getAutoDj(db, params.key, who),
    shuffle: ({ params, who }) =>
      playlist.setShuffle(db, params.key, params.playlist === 'on' || params.playlist === 'true', who),
    reorder: ({ params, body, who }) => playlist.reorderTracks(db, params.key, body, who),
    addTrack: ({ params, who }) => playlist.addTracks(db, params.key, [params.trackId], who),
    reset: ({ params, who }) => service.restartPlaylist(all, params.key, who),
    current: ({ params }) => service.currentTrack(all, params.key),
    removeTracks: ({ params, body, who }) => playlist.removeTracks(db, params.key, body.tracks, who),
    move: ({ params, body, who }) => moveTracks(db, params.key, body, who),
    addTracks: ({ params, body, who }) => playlist.addTracks(db, params.key, body.tracks, who),
    undo: ({ params, body, who }) => playlist.undoStep(db, params.key, body.step, who),
    skip: ({ params, body, who }) => air.skip(all, params.key, body, who),
    queue: ({ params, body, who }) => air.queue(all, params.key, body, who),
    unqueue: ({ params, body }) => air.unqueue(all, params.key, body.id),
    stopAfter: ({ params, body, who }) => air.stopAfter(all, params.key, body, who),
    resume: ({ params }) => air.resume(all, params.key),
    kick: ({ params, body }) => air.kick(all, params.key, body),
    unbar: ({ params, query }) => air.unbar(all, params.key, query.presenter),
    rules: ({ params }) => getRules(db, params.key),
    setRules: ({ params, body }) => setRules(db, params.key, body),
    jingles: ({ params }) => jingles.getJingles(db, params.key),
    addJingles: ({ params, body, who }) => jingles.addJingles(db, params.key, body.tracks, who),
    removeJingles: ({ params, body }) => jingles.removeJingles(db, params.key, body.tracks),
    playlists: ({ params }) => lists.getPlaylists(db, params.key),
    playlist: ({ params }) => lists.getPlaylist(db, params.key, params.id),
    addPlaylist: ({ params, body }) => lists.addPlaylist(db, params.key, body),
    changePlaylist: ({ params, body }) => lists.changePlaylist(db, params.key, params.id, body),
    removePlaylist: ({ params }) => lists.removePlaylist(db, params.key, params.id),
    setPlaylistHours: ({ params, body }) => lists.setPlaylistHours(db, params.key, body.playlists),
    setPlaylistWeight: ({ params, body }) => lists.setPlaylistWeight(db, params.key, body.weight),
    log: ({ params, query }) => getPlayLog(recorded, params.key, query),
  };
};
