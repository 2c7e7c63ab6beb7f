import type { Db, DomainEvents, Tx } from '#server/kernel/kernel.ts';

/** Whose inbox changed: people by their ids, or everybody's. */
export type InboxOf = readonly string[] | 'everyone';

/** Passes on to the browsers of this process whose notifications or invitations changed. */
export type InboxHub = {
  publish(of: InboxOf): void;
  /** Calls `told` at every change of this person's inbox, until what is given back is called. */
  follow(person: string, told: () => void): () => void;
};

const topic = 'inbox.changed';

/** Tells these people's browsers, once the transaction holds, that their notifications or invitations changed. */
export const tellInbox = async (events: DomainEvents, tx: Tx | Db, of: InboxOf): Promise<void> => {
  if (of.length > 0) await events.emit(tx, topic, { of });
};

/** Everybody's browsers asking at one moment would be a crowd: the first are told at once, then a hundred every 100 ms. */
const soon = (nth: number, tell: () => void): void => {
  if (nth < crowd) return tell();
  setTimeout(tell, Math.floor(nth / crowd) * 100).unref();
};
const crowd = 100;

/** The inboxes that the browsers of this process follow, told by the outbox. */
export const createInboxHub = (events: DomainEvents): InboxHub => {
  const followers = new Map<string, Set<() => void>>();
  const publish = (of: InboxOf): void => {
    const people = of === 'everyone' ? [...followers.keys()] : of;
    for (const [nth, person] of people.entries()) soon(nth, () => followers.get(person)?.forEach((told) => told()));
  };
  events.on(topic, (payload) => {
    publish(payload['of'] as InboxOf);
    return Promise.resolve();
  });
  return {
    publish,
    follow: (person, told) => {
      const there = followers.get(person) ?? new Set();
      followers.set(person, there.add(told));
      return () => {
        there.delete(told);
        if (there.size === 0 && followers.get(person) === there) followers.delete(person);
      };
    },
  };
};
