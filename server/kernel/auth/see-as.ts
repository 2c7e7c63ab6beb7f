import type { Person } from '../http/handler.ts';
import { refuse } from '../http/refuse.ts';
import type { Clock, Db } from '../kernel.ts';

/** Finds the person whom this administrator sees the portal as, and until when; refuses `seeAs.over`. */
export type FindSeeAs = (admin: Person, id: string) => Promise<{ person: Person; expires: Date }>;

/**
 * Seeing the portal as a person, from the database at every call: it ends with its time, when the administrator stops or
 * loses that role, and when the person is suspended, removed or becomes an administrator.
 */
export const databaseSeeAs = ({ db, clock }: { db: Db; clock: Clock }): FindSeeAs => {
  return async (admin, id) => {
    if (!admin.isPortalAdmin || !/^[0-9a-f-]{36}$/.test(id)) return refuse('seeAs.over');
    const found = await db
      .selectFrom('see_as as s')
      .innerJoin('users as u', 'u.id', 's.user_id')
      .select(['u.id', 'u.email', 'u.first_name', 'u.last_name', 's.expires'])
      .where('s.id', '=', id)
      .where('s.admin_id', '=', admin.id)
      .where('s.ended', 'is', null)
      .where('s.expires', '>', clock.now())
      .where('u.disabled_at', 'is', null)
      .where('u.portal_admin', '=', false)
      .executeTakeFirst();
    if (!found) return refuse('seeAs.over');
    const { expires, ...person } = found;
    return { person: { ...person, isPortalAdmin: false, seenBy: admin.id }, expires };
  };
};
