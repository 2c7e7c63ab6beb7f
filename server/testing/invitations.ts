import { expect } from 'vitest';
import type { TestPortal } from './portal.ts';

/** The secret in the next unread invitation e-mail to this address; `workInvitations` sends them. */
export const invitationSecret = async ({ mails }: Pick<TestPortal, 'mails'>, email: string): Promise<string> => {
  const next = () => mails.findIndex(({ to, action }) => to === email && action?.url.includes('/invitations/'));
  await expect.poll(next, { timeout: 30_000, interval: 20 }).toBeGreaterThanOrEqual(0);
  const [letter] = mails.splice(next(), 1);
  return letter?.action?.url.split('/').at(-1) ?? '';
};
