import type { Db, DomainEvents, Tx } from '#server/kernel/kernel.ts';

/** Whose inbox changed: people by their ids, or everyone's. */
export type InboxOwners = readonly string[] | 'everyone';

/** Notifies the browsers connected to this process when their person's notifications or invitations change. */
export type InboxHub = {
  publish(of: InboxOwners): void;
  /** Calls `notify` at every change of this person's inbox; returns the function that stops it. */
  follow(person: string, notify: () => void): () => void;
};

const topic = 'inbox.changed';

/** Notifies these people's browsers, after commit, that their notifications or invitations changed. */
export const notifyInbox = async (events: DomainEvents, tx: Tx | Db, of: InboxOwners): Promise<void> => {
  if (of.length > 0) await events.emit(tx, topic, { of });
};

/** Staggers notifications, as each makes a browser reload its inbox: 100 immediately, then 100 every 100 ms. */
const stagger = (nth: number, notify: () => void): void => {
  if (nth < staggerSize) return notify();
  setTimeout(notify, Math.floor(nth / staggerSize) * 100).unref();
};
const staggerSize = 100;

/** The inbox hub of this process, fed by the outbox. */
export const createInboxHub = (events: DomainEvents): InboxHub => {
  const followers = new Map<string, Set<() => void>>();
  const publish = (of: InboxOwners): void => {
    const people = of === 'everyone' ? [...followers.keys()] : of;
    for (const [nth, person] of people.entries())
      stagger(nth, () => followers.get(person)?.forEach((notify) => notify()));
  };
  events.on(topic, (payload) => {
    publish(payload['of'] as InboxOwners);
    return Promise.resolve();
  });
  return {
    publish,
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
