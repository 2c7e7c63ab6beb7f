import type { IdentityKernel } from './realm.ts';

/** Whether this normalised e-mail may register: any may, unless the portal requires an invitation. */
export const mayRegister = async (
  { db, clock, registration }: Pick<IdentityKernel, 'db' | 'clock' | 'registration'>,
  email: string,
): Promise<boolean> => {
  if ((await registration()) === 'everyone') return true;
  const invitation = await db
    .selectFrom('invitations')
    .select('id')
    .where('email', '=', email)
    .where('state', '=', 'pending')
    .where('expires_at', '>', clock.now())
    .executeTakeFirst();
  return invitation !== undefined;
};
