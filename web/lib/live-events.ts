import type { Audience } from '#contract/api/audience.ts';
import { inboxMemoryS } from '#contract/api/inbox-memory.ts';
import type { StationKey } from '#contract/rules/keys.ts';
import type { StationLive, Withheld } from '#contract/api/session.ts';
import { readEvents } from './event-stream.ts';

/** `station:{key}`, `audience:{scope}`, or `country:{iso}`, which adds the cities of that country to every audience. */
export type Topic = `station:${string}` | `audience:${string}` | `country:${string}`;

/** Messages between the tabs of a browser. */
type TabMessage =
  | { type: 'want'; tab: string; topics: Topic[] }
  | { type: 'bye'; tab: string }
  | { type: 'rollCall' }
  | { type: 'station'; live: StationLive }
  | { type: 'audience'; audience: Audience }
  | { type: 'songRequests'; key: StationKey }
  | { type: 'withheld'; withheld: Withheld }
  | { type: 'inbox' };

export type LiveEventsNeeds = {
  /**
   * Opens the stream of these topics; only the first ones if there are more than allowed. It also reports an inbox change
   * of the last `unseenS` seconds.
   */
  open: (topics: Topic[], signal: AbortSignal, unseenS: number | undefined) => Promise<Response>;
  onStation: (live: StationLive) => void;
  onAudience: (audience: Audience) => void;
  /** Song requests of a subscribed station changed. */
  onSongRequests: (key: StationKey) => void;
  /** Subscribed topics that the user may not see (any more). */
  onWithheld: (withheld: Withheld) => void;
  /** The user's inbox changed. */
  onInbox: () => void;
  channel: BroadcastChannel;
  locks: LockManager;
  /** Tabs with the same lock share one stream. */
  lock?: string;
  /** Waits for a time or until the signal aborts. */
  wait: (ms: number, signal: AbortSignal) => Promise<void>;
};

const reannounceMs = 20_000;
const expiredMs = 65_000;
const quietMs = 40_000;
/** How much longer the request for a stream may take than the one whose answer is the last known state of the inbox. */
const slackMs = 2000;

/**
 * One event stream per browser: the tab that holds the Web Lock subscribes to the user's inbox and the topics of all
 * tabs, and forwards the events to the others. When that tab closes, another one gets the lock.
 */
export const createLiveEvents = (needs: LiveEventsNeeds) => {
  const tab = crypto.randomUUID();
  const ownTopics = new Map<Topic, number>();
  const otherTabs = new Map<string, { topics: Topic[]; at: number }>();
  const stop = new AbortController();
  let reconnect = new AbortController();
  let connectedTopics = '';
  /** Until when the inbox was followed; the page fetches it as it opens. */
  let knownAt = Date.now();

  const allTopics = (): Topic[] => {
    const fresh = [...otherTabs.values()].filter(({ at }) => Date.now() - at < expiredMs);
    const ofTabs = [[...ownTopics.keys()], ...fresh.map(({ topics }) => topics)];
    // The page of one station takes precedence over a list of hundreds.
    return [...new Set(ofTabs.toSorted((one, other) => one.length - other.length).flat())];
  };
  const reconnectIfChanged = (): void => {
    if (allTopics().toSorted().join() !== connectedTopics) reconnect.abort();
  };
  const post = (message: TabMessage): void => needs.channel.postMessage(message);
  const inboxChanged = (): void => {
    needs.onInbox();
    post({ type: 'inbox' });
  };
  const dispatch = (message: TabMessage): void => {
    if (message.type === 'station') needs.onStation(message.live);
    if (message.type === 'audience') needs.onAudience(message.audience);
    if (message.type === 'songRequests') needs.onSongRequests(message.key);
    if (message.type === 'withheld') needs.onWithheld(message.withheld);
    post(message);
  };
  const announce = (): void => post({ type: 'want', tab, topics: [...ownTopics.keys()] });

  needs.channel.onmessage = ({ data }: MessageEvent<TabMessage>) => {
    if (data.type === 'station') needs.onStation(data.live);
    if (data.type === 'audience') needs.onAudience(data.audience);
    if (data.type === 'songRequests') needs.onSongRequests(data.key);
    if (data.type === 'withheld') needs.onWithheld(data.withheld);
    if (data.type === 'inbox') needs.onInbox();
    if (data.type === 'rollCall') announce();
    if (data.type === 'want') otherTabs.set(data.tab, { topics: data.topics, at: Date.now() });
    if (data.type === 'bye') otherTabs.delete(data.tab);
    if (data.type === 'want' || data.type === 'bye') reconnectIfChanged();
  };

  const lead = async (): Promise<void> => {
    post({ type: 'rollCall' });
    let failures = 0;
    while (!stop.signal.aborted) {
      // Several components of a screen subscribe at once: use one connection for all of them.
      await needs.wait(150, stop.signal);
      reconnect = new AbortController();
      const topics = allTopics();
      connectedTopics = topics.toSorted().join();
      const signal = AbortSignal.any([stop.signal, reconnect.signal]);
      const hasEvents = await follow(topics, signal);
      failures = hasEvents ? 0 : failures + 1;
      // The server may have ended the stream because the user lost access to a topic.
      if (hasEvents && !signal.aborted) inboxChanged();
      if (failures > 0) await needs.wait(Math.min(30_000, 500 * 2 ** failures) * (0.5 + Math.random() / 2), signal);
    }
  };
  /** How long the inbox was not followed, in seconds; undefined if the portal does not remember its changes that long. */
  const unseenS = (): number | undefined => {
    const seconds = Math.ceil((Date.now() - knownAt + slackMs) / 1000);
    return seconds <= inboxMemoryS ? seconds : undefined;
  };
  /** Reads the stream until it ends; returns whether it sent anything. A stream without a heartbeat counts as dead. */
  const follow = async (topics: Topic[], signal: AbortSignal): Promise<boolean> => {
    let hasEvents = false;
    const dead = new AbortController();
    const both = AbortSignal.any([signal, dead.signal]);
    let timer = setTimeout(() => dead.abort(), quietMs);
    try {
      const unseen = unseenS();
      const response = await needs.open(topics, both, unseen);
      if (!response.body) return false;
      for await (const { event, data } of readEvents(response.body)) {
        const mayHaveMissedChanges = !hasEvents && unseen === undefined;
        if (event === 'inbox' || mayHaveMissedChanges) inboxChanged();
        hasEvents = true;
        knownAt = Date.now();
        clearTimeout(timer);
        timer = setTimeout(() => dead.abort(), quietMs);
        if (event === 'station') dispatch({ type: 'station', live: JSON.parse(data) as StationLive });
        if (event === 'audience') dispatch({ type: 'audience', audience: JSON.parse(data) as Audience });
        if (event === 'song_requests') dispatch({ type: 'songRequests', ...(JSON.parse(data) as { key: StationKey }) });
        if (event === 'withheld') dispatch({ type: 'withheld', withheld: JSON.parse(data) as Withheld });
      }
    } catch {
      // Aborted or refused: the loop retries with backoff.
    } finally {
      clearTimeout(timer);
    }
    return hasEvents || signal.aborted;
  };

  const timer = setInterval(announce, reannounceMs);
  void needs.locks.request(needs.lock ?? 'live.topics', { signal: stop.signal }, lead).catch(() => undefined);

  return {
    /** Subscribes to these topics; returns a function that unsubscribes. */
    want: (topics: readonly Topic[]): (() => void) => {
      for (const key of topics) ownTopics.set(key, (ownTopics.get(key) ?? 0) + 1);
      announce();
      reconnectIfChanged();
      return () => {
        for (const key of topics) {
          const left = (ownTopics.get(key) ?? 1) - 1;
          if (left === 0) ownTopics.delete(key);
          else ownTopics.set(key, left);
        }
        announce();
        reconnectIfChanged();
      };
    },
    close: (): void => {
      clearInterval(timer);
      post({ type: 'bye', tab });
      stop.abort();
      needs.channel.close();
    },
  };
};

export type LiveEvents = ReturnType<typeof createLiveEvents>;

/** Waits for a time or until the signal aborts. */
export const waitUnlessAborted = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) return resolve();
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => (clearTimeout(timer), resolve()), { once: true });
  });
