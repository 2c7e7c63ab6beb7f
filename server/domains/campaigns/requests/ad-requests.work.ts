import { sendPersonalEmails, type PersonalEmails } from '#server/domains/portal/personal-emails.service.ts';
import type { Kernel } from '#server/kernel/kernel.ts';
import type {} from '#server/platform/lifecycle.ts';
import { stepTaken } from './ad-requests.events.ts';
import { deleteRequests } from './ad-requests.repo.ts';

/** Sends the e-mails about advertising requests, and removes the requests of purged accounts. */
export const subscribeAdRequests = ({
  db,
  events,
  hooks,
  mail,
}: Pick<Kernel, 'db' | 'events' | 'hooks' | 'mail'>): void => {
  hooks.on('account.purged', ({ account }) => deleteRequests(db, account));
  events.on(stepTaken, (payload) => sendPersonalEmails(mail, payload as PersonalEmails));
};
