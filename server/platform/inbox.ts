import { inboxMemoryS } from '#contract/api/inbox-memory.ts';
import type { Announcements, Db, Tx } from '#server/kernel/kernel.ts';

/** Whose inbox changed: people by their ids, or everyone's. */
export type InboxOwners = readonly string[] | 'everyone';

/** Notifies the browsers connected to this process when their person's notifications or invitations change. */
export type InboxHub = {
  publish(of: InboxOwners): void;
  /** Calls `notify` at every change of this person's inbox; returns the function that stops it. */
  follow(person: string, notify: () => void): () => void;
  /** Whether this person's inbox may have changed in the last `ms`: true if that is longer than this process remembers. */
  mayHaveChangedWithin(person: string, ms: number): boolean;
};

const topic = 'inbox.changed';

/** Notifies these people's browsers, after commit, that their notifications or invitations changed. */
export const notifyInbox = async (events: Announcements, tx: Tx | Db, of: InboxOwners): Promise<void> => {
  if (of === 'everyone') return await events.announce(tx, topic, { of });
  for (let from = 0; from < of.length; from += mostAnnounced)
    await events.announce(tx, topic, { of: of.slice(from, from + mostAnnounced) });
};
/** As many ids as an announcement has room for. */
const mostAnnounced = 150;

/** Staggers notifications, as each makes a browser reload its inbox: 100 immediately, then 100 every 100 ms. */
const stagger = (nth: number, notify: () => void): void => {
  if (nth < staggerSize) return notify();
  setTimeout(notify, Math.floor(nth / staggerSize) * 100).unref();
};
const staggerSize = 100;

const memoryMs = inboxMemoryS * 1000;

/** When each person's inbox, and everyone's, last changed; changes older than `memoryMs` are removed. */
const recentChanges = () => {
  const startedAt = performance.now();
  const changedAt = new Map<string, number>();
  return {
    remember: (of: InboxOwners): void => {
      const now = performance.now();
      for (const name of of === 'everyone' ? ['everyone'] : of) {
        changedAt.delete(name);
        changedAt.set(name, now);
      }
      for (const [name, at] of changedAt) {
        if (at > now - memoryMs) break;
        changedAt.delete(name);
      }
    },
    within: (person: string, ms: number): boolean => {
      const since = performance.now() - ms;
      if (ms > memoryMs || since < startedAt) return true;
      return [person, 'everyone'].some((name) => (changedAt.get(name) ?? -Infinity) >= since);
    },
  };
};

/** The inbox hub of this process: every process hears of every change. */
export const createInboxHub = (events: Announcements): InboxHub => {
  const followers = new Map<string, Set<() => void>>();
  const recent = recentChanges();
  const publish = (of: InboxOwners): void => {
    recent.remember(of);
    const people = of === 'everyone' ? [...followers.keys()] : of;
    for (const [nth, person] of people.entries())
      stagger(nth, () => followers.get(person)?.forEach((notify) => notify()));
  };
  events.onAnnounced(
    topic,
    (payload) => publish(payload['of'] as InboxOwners),
    () => publish('everyone'),
  );
  return {
    publish,
    mayHaveChangedWithin: recent.within,
    follow: (person, notify) => {
      const callbacks = followers.get(person) ?? new Set();
      followers.set(person, callbacks.add(notify));
      return () => {
        callbacks.delete(notify);
        if (callbacks.size === 0 && followers.get(person) === callbacks) followers.delete(person);
      };
    },
  };
};
