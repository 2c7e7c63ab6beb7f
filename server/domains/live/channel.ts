import type { NowPlaying } from '#contract/api/live.ts';
import type { StationLive } from '#contract/api/session.ts';
import { defaultSongRequestSettings } from '#contract/api/song-requests.ts';
import { songRequestSettings } from '#server/domains/song-requests/song-requests.service.ts';
import { rulesOf } from '#server/domains/stream-rules/stream-rules.service.ts';
import { stationOfMount, type StationRow } from '#server/domains/stations/stations.service.ts';
import { trackFacts, type TrackFacts } from './live.repo.ts';
import { presentPlaying, type PlayingDeps } from './now-playing.ts';
import { createPlayHistory } from './play-history.ts';
import type { Streams } from './streams.ts';

/** The now-playing data of one station, serialized once for all its followers. */
export type Channel = {
  /** Of its station: its name among the channels. */
  readonly key: string;
  playing(): NowPlaying;
  /** Reloads the station unless it was loaded within `withinMs`; false if its mount no longer exists. */
  refresh(withinMs: number): Promise<boolean>;
  /** Counts a follower, who is first sent this event, and then what the channel sends; `leave` ends the count. */
  join(): { first: string; leave: () => void };
  /** Sends followers any change that the engine did not report, or else a keep-alive. */
  heartbeat(): void;
  followers(): number;
  /** When it was last requested, ms since the epoch. */
  usedAt(): number;
  stop(): void;
};

const keepAlive = ': \n\n';

/** Opens the channel of a station, which sends to the streams of the station's key. */
export const openChannel = async (
  deps: PlayingDeps,
  station: StationRow,
  to: Pick<Streams, 'send' | 'end'>,
): Promise<Channel> => {
  const { streamname: mount, key } = station;
  const now = (): number => deps.clock.now().getTime();
  const history = createPlayHistory(deps, key);
  let followers = 0;
  let row = station;
  let facts: ReadonlyMap<string, TrackFacts> = new Map();
  let showsListeners = false;
  let requests = defaultSongRequestSettings;
  let readAt = 0;
  let usedAt = now();
  let reading: Promise<boolean> | undefined;
  let lastContent = '';
  let changes = 0;

  const playing = (): NowPlaying =>
    presentPlaying(
      { row, live: deps.live.latest(key), history, facts, showsListeners, requests, now: deps.clock.now() },
      deps.config,
    );
  /** Sends the same bytes to all followers; false if nothing has changed. */
  const publish = (): boolean => {
    const current = playing();
    const content = contentOf(current);
    if (content === lastContent) return false;
    lastContent = content;
    to.send(key, asEvent(current));
    return true;
  };
  const read = async (): Promise<boolean> => {
    const changesBefore = changes;
    const current = await stationOfMount(deps, mount);
    if (!current || current.key !== key) return false;
    row = current;
    showsListeners = (await rulesOf(deps.db, key)).show_listeners;
    requests = await songRequestSettings(deps.db, key);
    await history.load();
    const plays = [history.current(), ...history.before()];
    facts = await trackFacts(deps.db, [...new Set(plays.flatMap((play) => play?.track ?? []))]);
    // A change in the meantime requires another read.
    readAt = changesBefore === changes ? now() : 0;
    return true;
  };
  const refresh = async (withinMs: number): Promise<boolean> => {
    usedAt = now();
    if (now() - readAt < withinMs) return true;
    return await (reading ??= read().finally(() => (reading = undefined)));
  };
  /** Loads artwork and duration of a new track before it is published. */
  const changed = async (): Promise<void> => {
    changes += 1;
    readAt = 0;
    if (followers === 0) return;
    await reading;
    if (await refresh(0)) publish();
  };
  const onState = (live: StationLive): void => {
    const isNew = history.apply(live);
    const state = `${live.status} ${live.source}`;
    if (!isNew && state === lastState) return;
    lastState = state;
    changed().catch((error: unknown) => {
      deps.log.warn({ error: String(error), mount }, 'could not load a station; now-playing data may be stale');
      publish();
    });
  };

  let lastState = '';
  const unfollow = deps.live.follow([key], onState);
  if (!(await refresh(0))) unfollow();
  return {
    key,
    playing,
    refresh,
    join() {
      const current = playing();
      if (followers === 0) lastContent = contentOf(current);
      followers += 1;
      return { first: asEvent(current), leave: () => void (followers -= 1) };
    },
    heartbeat() {
      if (!publish()) to.send(key, keepAlive);
    },
    followers: () => followers,
    usedAt: () => usedAt,
    stop() {
      unfollow();
      to.end(key);
    },
  };
};

/** What followers are sent again if it changes: all but the time. */
const contentOf = (playing: NowPlaying): string => JSON.stringify({ ...playing, now: '' });

const asEvent = (playing: NowPlaying): string => `event: playing\ndata: ${JSON.stringify(playing)}\n\n`;
