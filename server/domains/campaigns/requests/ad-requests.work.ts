import type { Kernel } from '#server/kernel/kernel.ts';
import type {} from '#server/platform/lifecycle.ts';
import { stepTaken, type StepTaken } from './ad-requests.events.ts';
import { deleteRequests } from './ad-requests.repo.ts';

/**
 * Sends the e-mails about advertising requests, and removes the requests of purged accounts. The outbox may call twice: each recipient's
 * e-mail has an ID of its own, by which it is queued once.
 */
export const subscribeAdRequests = ({
  db,
  events,
  hooks,
  mail,
}: Pick<Kernel, 'db' | 'events' | 'hooks' | 'mail'>): void => {
  hooks.on('account.purged', ({ account }) => deleteRequests(db, account));
  events.on(stepTaken, async (payload) => {
    const { id, to, email } = payload as StepTaken;
    const { label, ...content } = email;
    for (const person of to)
      await mail.send({
        ...content,
        to: person.email,
        action: { label, url: person.link },
        messageId: `${id}.${person.id}`,
      });
  });
};
