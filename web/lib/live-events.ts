import type { Audience } from '#contract/audience.ts';
import type { StationLive, Withheld } from '#contract/session.ts';
import { readEvents } from './event-stream.ts';

/** `station:{key}`, `audience:{scope}`, or `country:{iso}`: cities of that country are told with every audience. */
export type Topic = `station:${string}` | `audience:${string}` | `country:${string}`;

/** What the tabs of a browser tell each other. */
type TabMessage =
  | { type: 'want'; tab: string; topics: Topic[] }
  | { type: 'bye'; tab: string }
  | { type: 'rollCall' }
  | { type: 'station'; live: StationLive }
  | { type: 'audience'; audience: Audience }
  | { type: 'withheld'; withheld: Withheld }
  | { type: 'inbox' };

export type LiveEventsNeeds = {
  /** Opens the stream of these topics; the first ones, where they are more than it may have. */
  open: (topics: Topic[], signal: AbortSignal) => Promise<Response>;
  onStation: (live: StationLive) => void;
  onAudience: (audience: Audience) => void;
  /** Of what is followed, the person may not see this, or no longer. */
  onWithheld: (withheld: Withheld) => void;
  /** Something came into the person's inbox, or left it. */
  onInbox: () => void;
  channel: BroadcastChannel;
  locks: LockManager;
  /** Waits a while; ends early when the signal says so. */
  wait: (ms: number, signal: AbortSignal) => Promise<void>;
};

const reannounceMs = 20_000;
const forgottenMs = 65_000;
const quietMs = 40_000;

/**
 * One event stream per browser: the tab that holds the Web Lock reads it for every tab, of the person's inbox and what
 * any of them shows of stations and audiences, and passes on what it hears. When that tab closes, another gets the lock.
 */
export const createLiveEvents = (needs: LiveEventsNeeds) => {
  const tab = crypto.randomUUID();
  const mine = new Map<Topic, number>();
  const others = new Map<string, { topics: Topic[]; at: number }>();
  const stop = new AbortController();
  let rewire = new AbortController();
  let wired = '';

  const union = (): Topic[] => {
    const fresh = [...others.values()].filter(({ at }) => Date.now() - at < forgottenMs);
    const ofTabs = [[...mine.keys()], ...fresh.map(({ topics }) => topics)];
    // The page of one station goes before a list of hundreds.
    return [...new Set(ofTabs.toSorted((one, other) => one.length - other.length).flat())];
  };
  const changed = (): void => {
    if (union().toSorted().join() !== wired) rewire.abort();
  };
  const say = (message: TabMessage): void => needs.channel.postMessage(message);
  const inboxChanged = (): void => {
    needs.onInbox();
    say({ type: 'inbox' });
  };
  const pass = (message: TabMessage): void => {
    if (message.type === 'station') needs.onStation(message.live);
    if (message.type === 'audience') needs.onAudience(message.audience);
    if (message.type === 'withheld') needs.onWithheld(message.withheld);
    say(message);
  };
  const announce = (): void => say({ type: 'want', tab, topics: [...mine.keys()] });

  needs.channel.onmessage = ({ data }: MessageEvent<TabMessage>) => {
    if (data.type === 'station') needs.onStation(data.live);
    if (data.type === 'audience') needs.onAudience(data.audience);
    if (data.type === 'withheld') needs.onWithheld(data.withheld);
    if (data.type === 'inbox') needs.onInbox();
    if (data.type === 'rollCall') announce();
    if (data.type === 'want') others.set(data.tab, { topics: data.topics, at: Date.now() });
    if (data.type === 'bye') others.delete(data.tab);
    if (data.type === 'want' || data.type === 'bye') changed();
  };

  const lead = async (): Promise<void> => {
    say({ type: 'rollCall' });
    let failures = 0;
    while (!stop.signal.aborted) {
      // Several components of a screen ask at once: one connection for all of them.
      await needs.wait(50, stop.signal);
      rewire = new AbortController();
      const topics = union();
      wired = topics.toSorted().join();
      const signal = AbortSignal.any([stop.signal, rewire.signal]);
      const heard = await follow(topics, signal);
      failures = heard ? 0 : failures + 1;
      // A stream that the server ended may have been ended for what the person may no longer see.
      if (heard && !signal.aborted) inboxChanged();
      if (failures > 0) await needs.wait(Math.min(30_000, 500 * 2 ** failures) * (0.5 + Math.random() / 2), signal);
    }
  };
  /** Reads until the stream ends; whether it said anything. A stream without even a heartbeat is dead. */
  const follow = async (topics: Topic[], signal: AbortSignal): Promise<boolean> => {
    let heard = false;
    const dead = new AbortController();
    const both = AbortSignal.any([signal, dead.signal]);
    let timer = setTimeout(() => dead.abort(), quietMs);
    try {
      const response = await needs.open(topics, both);
      if (!response.body) return false;
      for await (const { event, data } of readEvents(response.body)) {
        // What changed before there was this stream, nobody told.
        if (event === 'inbox' || !heard) inboxChanged();
        heard = true;
        clearTimeout(timer);
        timer = setTimeout(() => dead.abort(), quietMs);
        if (event === 'station') pass({ type: 'station', live: JSON.parse(data) as StationLive });
        if (event === 'audience') pass({ type: 'audience', audience: JSON.parse(data) as Audience });
        if (event === 'withheld') pass({ type: 'withheld', withheld: JSON.parse(data) as Withheld });
      }
    } catch {
      // Aborted or refused: the loop tries again, later each time.
    } finally {
      clearTimeout(timer);
    }
    return heard || signal.aborted;
  };

  const timer = setInterval(announce, reannounceMs);
  void needs.locks.request('live.topics', { signal: stop.signal }, lead).catch(() => undefined);

  return {
    /** Counts a reader of these topics in; the returned function counts it out. */
    want: (topics: readonly Topic[]): (() => void) => {
      for (const key of topics) mine.set(key, (mine.get(key) ?? 0) + 1);
      announce();
      changed();
      return () => {
        for (const key of topics) {
          const left = (mine.get(key) ?? 1) - 1;
          if (left === 0) mine.delete(key);
          else mine.set(key, left);
        }
        announce();
        changed();
      };
    },
    close: (): void => {
      clearInterval(timer);
      say({ type: 'bye', tab });
      stop.abort();
      needs.channel.close();
    },
  };
};

export type LiveEvents = ReturnType<typeof createLiveEvents>;

/** Waits, or until the signal says so. */
export const waitOr = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) return resolve();
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => (clearTimeout(timer), resolve()), { once: true });
  });
