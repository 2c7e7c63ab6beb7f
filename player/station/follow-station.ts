type Track = { title: string; artist: string; track: string; artwork: string | null; started: string | null };
/** What a station plays, as its portal sends it (contract/api/live.ts). */
export type Playing = Track & {
  on_air: boolean;
  live: boolean;
  source: string;
  presenter: { name: string; picture: string | null } | null;
  history: Track[];
  logo_512: string | null;
  burst_ms: number;
  now: string;
};

const shortestWaitMs = 20_000;
const randomWaitMs = 20_000;

/**
 * Calls `changed` with what a station plays, now and at each change, while the page is visible or has sound. The second
 * value is how far the server's clock is ahead of this one, ms.
 */
export const followStation = (url: string, changed: (playing: Playing, serverAheadMs: number) => void): void => {
  let events: EventSource | undefined;
  let again: ReturnType<typeof setTimeout> | undefined;
  /** The event that came fastest says most about the clocks. */
  let ahead = -Infinity;
  const close = (): void => {
    clearTimeout(again);
    again = undefined;
    events?.close();
    events = undefined;
  };
  const open = (): void => {
    close();
    events = new EventSource(url);
    events.addEventListener('playing', ({ data }: MessageEvent<string>) => {
      const playing = JSON.parse(data) as Playing;
      ahead = Math.max(ahead, Date.parse(playing.now) - Date.now());
      changed(playing, ahead);
    });
    // The browser connects again by itself unless the server refuses, as when it has too many followers.
    events.addEventListener('error', () => {
      if (events?.readyState === EventSource.CLOSED)
        again ??= setTimeout(open, shortestWaitMs + Math.random() * randomWaitMs);
    });
  };
  const isNeeded = (): boolean => !document.hidden || document.querySelector('[data-status="playing"]') !== null;
  document.addEventListener('visibilitychange', () => {
    if (!isNeeded()) close();
    else if (!events) open();
  });
  addEventListener('pagehide', close);
  addEventListener('pageshow', ({ persisted }) => persisted && open());
  open();
};
