import type { Bus, BusMessage, FrameBatch, StationHead } from '#streaming/bus/batch.ts';

/** What a relay hears of its master. */
export type Follower = {
  head(head: StationHead): void;
  title(title: string, url: string): void;
  batch(batch: FrameBatch): void;
  /** The master lets its listeners go, or is no more. */
  left(reason: string): void;
};

export type Masters = {
  /** Tells what is known at once, then everything. Gives how to leave. */
  follow(station: string, follower: Follower): () => void;
};

type Title = Extract<BusMessage, { type: 'title' }>;

/** Hands what passes on the bus to the relays of each station: the bus has one consumer however many relays there are, and none without any. */
export function createMasters(bus: Bus): Masters {
  const followers = new Map<string, Set<Follower>>();
  const heads = new Map<string, StationHead>();
  const titles = new Map<string, Title>();
  let leaveBus: (() => void) | undefined;

  function hear(message: BusMessage): void {
    if (message.type === 'head') heads.set(message.head.station, message.head);
    if (message.type === 'title') titles.set(message.station, message);
    const station = stationOf(message);
    if (message.type === 'gone') {
      heads.delete(station);
      titles.delete(station);
    }
    for (const follower of followers.get(station) ?? []) tell(follower, message);
  }

  function leave(station: string, follower: Follower): void {
    const left = followers.get(station);
    if (left?.delete(follower) && left.size === 0) followers.delete(station);
    if (followers.size > 0) return;
    leaveBus?.();
    leaveBus = undefined;
    heads.clear();
    titles.clear();
  }

  return {
    follow(station, follower) {
      leaveBus ??= bus.subscribe(hear);
      const head = heads.get(station);
      const title = titles.get(station);
      if (head) follower.head(head);
      if (title) follower.title(title.title, title.url);
      followers.set(station, (followers.get(station) ?? new Set()).add(follower));
      return () => leave(station, follower);
    },
  };
}

function stationOf(message: BusMessage): string {
  if (message.type === 'head') return message.head.station;
  return message.type === 'batch' ? message.batch.station : message.station;
}

function tell(follower: Follower, message: BusMessage): void {
  if (message.type === 'batch') follower.batch(message.batch);
  else if (message.type === 'head') follower.head(message.head);
  else if (message.type === 'title') follower.title(message.title, message.url);
  else follower.left(message.type === 'drop' ? message.reason : 'The master was removed.');
}
