import { seeAsMinutes, type SeeAs } from '#contract/api/person-page.ts';
import type { Person } from '#server/kernel/http/handler.ts';
import { refuse } from '#server/kernel/http/refuse.ts';
import type { Kernel } from '#server/kernel/kernel.ts';
import { portalUser, type PortalUsersDeps } from './portal-users.ts';

type Deps = PortalUsersDeps & Pick<Kernel, 'mail'>;

/**
 * Lets an administrator see the portal as a person for half an hour, reading alone (kernel/auth/see-as.ts), and e-mails
 * that person the reason. Refuses `seeAs.notPossible` for administrators and suspended people.
 */
export const startSeeingAs = async (deps: Deps, id: string, reason: string, who: Person): Promise<SeeAs> => {
  const { row, user } = await portalUser(deps, id);
  if (row.portal_admin || row.disabled_at !== null || id === who.id) return refuse('seeAs.notPossible');
  const created = deps.clock.now();
  const expires = new Date(created.getTime() + seeAsMinutes * 60_000);
  const { id: made } = await deps.db
    .insertInto('see_as')
    .values({ admin_id: who.id, user_id: id, reason, created, expires })
    .returning('id')
    .executeTakeFirstOrThrow();
  const admin = `${who.first_name} ${who.last_name}`.trim() || who.email;
  await deps.mail.send({
    to: row.email,
    subject: 'An administrator looked at the portal as you',
    paragraphs: [
      'Hello,',
      `${admin} looked at the portal as you see it. They could not change anything, and saw no passwords or keys.`,
      `Reason: ${reason}`,
    ],
    closing: 'If you did not ask for help, please contact the support.',
    messageId: `see-as.${made}`,
  });
  return { id: made, user: { id, name: user.fullName, email: user.email }, expires: expires.toISOString() };
};

/** Ends it; one that has ended, or another administrator's, is left as it is. */
export const stopSeeingAs = async ({ db, clock }: Deps, id: string, who: Person): Promise<undefined> => {
  await db
    .updateTable('see_as')
    .set({ ended: clock.now() })
    .where('id', '=', id)
    .where('admin_id', '=', who.id)
    .where('ended', 'is', null)
    .execute();
};
