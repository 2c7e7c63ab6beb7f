import type { NowPlaying } from '#contract/api/live.ts';

/** A frame of ours in the same page, as the others see it. */
export type FeedPeer = {
  /** The mounts that it follows now; none while nobody needs them. */
  mounts(): readonly string[];
  isPlaying(): boolean;
  hear(playing: NowPlaying): void;
  /** What the leading frame received last, by mount. */
  latest: Map<string, NowPlaying>;
};

export type FeedNeeds = Pick<FeedPeer, 'mounts' | 'isPlaying' | 'hear'> & {
  /** The URL below which stations say what they play. */
  base: string;
  peers?: (own: FeedPeer) => FeedPeer[];
};

declare global {
  // The frames of a page find each other by this property.
  // oxlint-disable-next-line typescript/consistent-type-definitions
  interface Window {
    radioFeed?: FeedPeer;
  }
}

const lookMs = 1000;
/** The server writes at least every 15 s. */
const silentMs = 40_000;
const longestWaitMs = 30_000;
/** Once nothing was played for this long, the server is asked now and then instead. */
const idleMs = 5 * 60_000;
const mostMounts = 20;

/**
 * What stations play, by one connection for all frames of ours in a page: the first frame that needs it opens it for all, and
 * the next one when that is gone. Uses no storage, which frames of other sites may not have. Nothing runs while nobody
 * needs it; call `update` when that changes.
 */
export const createFeed = ({ base, mounts, isPlaying, hear, peers = peersOf }: FeedNeeds) => {
  const heard = new Map<string, NowPlaying>();
  const own: FeedPeer = {
    mounts,
    isPlaying,
    latest: new Map(),
    hear(playing) {
      if (heard.get(playing.mount) === playing || !mounts().includes(playing.mount)) return;
      heard.set(playing.mount, playing);
      hear(playing);
    },
  };
  let opened = '';
  let stop = new AbortController();
  let timer: ReturnType<typeof setInterval> | undefined;
  let busyAt = 0;

  const close = (): void => {
    opened = '';
    stop.abort();
  };
  const publish = (playing: NowPlaying): void => {
    own.latest.set(playing.mount, playing);
    for (const peer of peers(own)) peer.hear(playing);
  };
  const follow = async (list: string, isPushed: boolean): Promise<void> => {
    stop.abort();
    stop = new AbortController();
    const { signal } = stop;
    let failures = 0;
    const received = (one: NowPlaying): void => {
      failures = 0;
      publish(one);
    };
    while (!signal.aborted) {
      let waitMs = Math.random() * Math.min(longestWaitMs, 500 * 2 ** failures++);
      try {
        if (isPushed) await readEvents(`${base}/events?mounts=${list}`, signal, received);
        else {
          await readOnce(`${base}?mounts=${list}`, signal, received);
          waitMs = 30_000 + Math.random() * 15_000;
        }
      } catch {
        // The next attempt follows.
      }
      await delay(waitMs, signal);
    }
  };
  const look = (): void => {
    const needing = peers(own).filter((peer) => peer.mounts().length > 0);
    const [leader] = needing;
    if (leader !== own) {
      close();
      for (const one of leader?.latest.values() ?? []) own.hear(one);
      return;
    }
    const now = Date.now();
    if (busyAt === 0 || needing.some((peer) => peer.isPlaying())) busyAt = now;
    const isPushed = now - busyAt < idleMs;
    const list = [...new Set(needing.flatMap((peer) => peer.mounts()))].sort().slice(0, mostMounts).join();
    const wanted = `${list} ${String(isPushed)}`;
    if (wanted === opened) return;
    opened = wanted;
    void follow(list, isPushed);
  };
  const update = (): void => {
    if (mounts().length === 0) {
      clearInterval(timer);
      timer = undefined;
      busyAt = 0;
      return close();
    }
    timer ??= setInterval(look, lookMs);
    look();
  };
  let hasEnded = false;
  const leave = (): void => {
    clearInterval(timer);
    timer = undefined;
    close();
    delete window.radioFeed;
  };
  window.radioFeed = own;
  addEventListener('pagehide', leave);
  addEventListener('pageshow', () => {
    if (hasEnded) return;
    window.radioFeed = own;
    update();
  });
  return {
    update: (): void => {
      if (!hasEnded) update();
    },
    /** Follows nothing any more. */
    end(): void {
      hasEnded = true;
      leave();
    },
  };
};

/** The frames of ours in this page, in its order. A frame without an origin finds only itself. */
const peersOf = (own: FeedPeer): FeedPeer[] => {
  const found: FeedPeer[] = [];
  for (let at = 0; at < parent.length && parent !== window; at++)
    try {
      const peer = parent[at]?.radioFeed;
      if (peer) found.push(peer);
    } catch {
      // A frame of another site.
    }
  return found.includes(own) ? found : [own];
};

/** Reads an event stream until it ends; throws when it fails, or was silent for too long. */
const readEvents = async (url: string, signal: AbortSignal, received: (playing: NowPlaying) => void): Promise<void> => {
  const silence = new AbortController();
  let patience = setTimeout(() => silence.abort(), silentMs);
  try {
    const reply = await fetch(url, { signal: AbortSignal.any([signal, silence.signal]) });
    if (!reply.ok || !reply.body) throw new Error(String(reply.status));
    const reader = reply.body.getReader();
    const decoder = new TextDecoder();
    let rest = '';
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      clearTimeout(patience);
      patience = setTimeout(() => silence.abort(), silentMs);
      const blocks = (rest + decoder.decode(value, { stream: true })).split('\n\n');
      rest = blocks.pop() ?? '';
      for (const data of blocks.flatMap((block) => /^data: (.*)$/m.exec(block)?.[1] ?? []))
        received(JSON.parse(data) as NowPlaying);
    }
  } finally {
    clearTimeout(patience);
  }
};

const readOnce = async (url: string, signal: AbortSignal, received: (playing: NowPlaying) => void): Promise<void> => {
  const reply = await fetch(url, { signal });
  if (!reply.ok) throw new Error(String(reply.status));
  for (const one of (await reply.json()) as NowPlaying[]) received(one);
};

const delay = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) return resolve();
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => (clearTimeout(timer), resolve()), { once: true });
  });
