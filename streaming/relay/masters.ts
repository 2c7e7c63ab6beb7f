import type { Bus, BusMessage, FrameBatch, StationHead } from '#streaming/bus/batch.ts';

/** What a relay receives from its master. */
export type MasterSubscriber = {
  head(head: StationHead): void;
  title(title: string, url: string): void;
  batch(batch: FrameBatch): void;
  /** The master begins a break of so many ms, or ends it. */
  advertise(ms: number | null): void;
  /** The master disconnects its listeners, or was removed. */
  ended(reason: string): void;
};

export type Masters = {
  /** Calls back with the current state at once, then with every change. Returns how to unsubscribe. */
  subscribe(station: string, follower: MasterSubscriber): () => void;
};

type Title = Extract<BusMessage, { type: 'title' }>;

/**
 * Distributes bus messages to the relays of each station: the bus has one consumer for all relays, and none without
 * relays.
 */
export const createMasters = (bus: Bus): Masters => {
  const subscribers = new Map<string, Set<MasterSubscriber>>();
  const heads = new Map<string, StationHead>();
  const titles = new Map<string, Title>();
  let unsubscribeBus: (() => void) | undefined;

  const receive = (message: BusMessage): void => {
    if (message.type === 'head') heads.set(message.head.station, message.head);
    if (message.type === 'title') titles.set(message.station, message);
    const station = stationOf(message);
    if (message.type === 'gone') {
      heads.delete(station);
      titles.delete(station);
    }
    for (const subscriber of subscribers.get(station) ?? []) deliver(subscriber, message);
  };

  const unsubscribe = (station: string, subscriber: MasterSubscriber): void => {
    const remaining = subscribers.get(station);
    if (remaining?.delete(subscriber) && remaining.size === 0) subscribers.delete(station);
    if (subscribers.size > 0) return;
    unsubscribeBus?.();
    unsubscribeBus = undefined;
    heads.clear();
    titles.clear();
  };

  return {
    subscribe(station, subscriber) {
      unsubscribeBus ??= bus.subscribe(receive);
      const head = heads.get(station);
      const title = titles.get(station);
      if (head) subscriber.head(head);
      if (title) subscriber.title(title.title, title.url);
      subscribers.set(station, (subscribers.get(station) ?? new Set()).add(subscriber));
      return () => unsubscribe(station, subscriber);
    },
  };
};

const stationOf = (message: BusMessage): string => {
  if (message.type === 'head') return message.head.station;
  return message.type === 'batch' ? message.batch.station : message.station;
};

const deliver = (subscriber: MasterSubscriber, message: BusMessage): void => {
  if (message.type === 'batch') subscriber.batch(message.batch);
  else if (message.type === 'head') subscriber.head(message.head);
  else if (message.type === 'title') subscriber.title(message.title, message.url);
  else if (message.type === 'break') subscriber.advertise(message.ms);
  else if (message.type === 'resume') subscriber.advertise(null);
  else if (message.type === 'drop') subscriber.ended(message.reason);
  else if (message.type === 'gone') subscriber.ended('The master was removed.');
};
