import type { ServerResponse } from 'node:http';
import type { NowPlaying } from '#contract/live.ts';
import type { StationLive } from '#contract/session.ts';
import { rulesOf } from '#server/domains/stream-rules/stream-rules.service.ts';
import { stationOfMount, type StationRow } from '#server/domains/stations/stations.service.ts';
import { trackFacts, type TrackFacts } from './live.repo.ts';
import { presentPlaying, type PlayingDeps } from './now-playing.ts';
import { createPlayHistory } from './play-history.ts';

/** What one station plays, made to a text once for everybody who follows it. */
export type Channel = {
  playing(): NowPlaying;
  /** Reads the station anew, unless that was done within `withinMs`; false where its mount is nobody's any more. */
  refresh(withinMs: number): Promise<boolean>;
  /** Tells what plays, and each change of it, until the response is closed. */
  add(to: ServerResponse): void;
  /** Tells followers what has changed without a word of the engine, else that the stream is alive. */
  beat(): void;
  followers(): number;
  /** When it was last asked for, ms since the epoch. */
  usedAt(): number;
  stop(): void;
};

const unreadAtMost = 256 * 1024;

/** Follows a station that was found under its mount. */
export const openChannel = async (deps: PlayingDeps, found: StationRow): Promise<Channel> => {
  const { streamname: mount, key } = found;
  const now = (): number => deps.clock.now().getTime();
  const history = createPlayHistory(deps, key);
  const followers = new Set<ServerResponse>();
  let row = found;
  let facts: ReadonlyMap<string, TrackFacts> = new Map();
  let showsListeners = false;
  let readAt = 0;
  let usedAt = now();
  let reading: Promise<boolean> | undefined;
  let told = '';
  let changes = 0;

  const playing = (): NowPlaying =>
    presentPlaying({ row, live: deps.live.last(key), history, facts, showsListeners }, deps.config);
  const write = (to: ServerResponse, text: string): void => {
    if (to.writableLength > unreadAtMost) to.destroy();
    else to.write(text);
  };
  /** One text for all; whether it was news. */
  const tell = (): boolean => {
    const text = asEvent(playing());
    if (text === told) return false;
    told = text;
    for (const to of followers) write(to, text);
    return true;
  };
  const read = async (): Promise<boolean> => {
    const began = changes;
    const station = await stationOfMount(deps, mount);
    if (!station || station.key !== key) return false;
    row = station;
    showsListeners = (await rulesOf(deps.db, key)).show_listeners;
    await history.load();
    const plays = [history.current(), ...history.before()];
    facts = await trackFacts(deps.db, [...new Set(plays.flatMap((play) => play?.track ?? []))]);
    // What changed meanwhile is still to be read.
    readAt = began === changes ? now() : 0;
    return true;
  };
  const refresh = async (withinMs: number): Promise<boolean> => {
    usedAt = now();
    if (now() - readAt < withinMs) return true;
    return await (reading ??= read().finally(() => (reading = undefined)));
  };
  /** Pictures and lengths of a new track are read before it is told. */
  const changed = async (): Promise<void> => {
    changes += 1;
    readAt = 0;
    if (followers.size === 0) return;
    await reading;
    if (await refresh(0)) tell();
  };
  const heard = (live: StationLive): void => {
    const isNew = history.take(live);
    const state = `${live.status} ${live.source}`;
    if (!isNew && state === lastState) return;
    lastState = state;
    changed().catch((error: unknown) => {
      deps.log.warn({ error: String(error), mount }, 'a station could not be read: what plays is told without it');
      tell();
    });
  };

  let lastState = '';
  const leave = deps.live.follow([key], heard);
  if (!(await refresh(0))) leave();
  return {
    playing,
    refresh,
    add(to) {
      const text = asEvent(playing());
      if (followers.size === 0) told = text;
      followers.add(to);
      to.on('close', () => followers.delete(to));
      to.write(text);
    },
    beat() {
      if (!tell()) for (const to of followers) write(to, ': \n\n');
    },
    followers: () => followers.size,
    usedAt: () => usedAt,
    stop() {
      leave();
      for (const to of followers) to.end();
      followers.clear();
    },
  };
};

const asEvent = (playing: NowPlaying): string => `event: playing\ndata: ${JSON.stringify(playing)}\n\n`;
