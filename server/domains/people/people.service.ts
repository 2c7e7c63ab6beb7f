import type { ListedPerson } from '#contract/api/listed-person.ts';
import type { PeopleRole } from '#contract/api/people.ts';
import { mayDo, type Role } from '#contract/rules/permissions.ts';
import { imageUrl } from '#server/platform/images.ts';
import type { People } from '#server/kernel/auth/people.ts';
import type { Person } from '#server/kernel/http/handler.ts';
import { refuse } from '#server/kernel/http/refuse.ts';
import type { Kernel } from '#server/kernel/kernel.ts';
import { listMembers, type ListedRow } from './members.repo.ts';
import type { Place } from './place.ts';

/** `adminEmail`: the user who verifies it is a portal administrator by configuration. */
export type PeopleDeps = Pick<Kernel, 'db' | 'clock' | 'jobs' | 'log' | 'events'> & {
  people: People;
  adminEmail: string | undefined;
};

/** The person who changes roles, with their own roles in the place. */
export type Actor = { who: Person; roles: readonly Role[] };

/**
 * The members of a place and the people invited to it, for a viewer with these roles; an invited member shows both roles.
 * Only portal administrators see those of them who are members of an account or station: its people do not know them.
 */
export const listPeople = async (
  deps: PeopleDeps,
  place: Place,
  viewer: readonly Role[],
): Promise<{ people: ListedPerson[] }> => {
  const rows = await listMembers(deps.db, place, { now: deps.clock.now(), withPortalAdmins: seesPortalAdmins(viewer) });
  const listed = new Map<string, ListedPerson>();
  for (const row of rows) {
    const invited = row.invited ? listed.get(row.email.toLowerCase()) : undefined;
    if (invited) invited.roles.push(`invited ${row.role}`);
    else listed.set(row.invited ? row.email : listedUnder(listed, row), present(place, row));
  }
  return { people: [...listed.values()] };
};

/** Whether someone with these roles sees portal administrators among the members of accounts and stations. */
export const seesPortalAdmins = (roles: readonly Role[]): boolean => mayDo('portal.readPeople', roles);

/** Refuses `session.forbidden` unless the actor may manage members with this role there: owners need `manageOwners`. */
export const checkMayManage = (place: Place, role: PeopleRole, { roles }: Actor): void => {
  if (role !== 'owner' || place.scope === 'portal') return;
  if (!mayDo(`${place.scope}.manageOwners`, roles)) refuse('session.forbidden');
};

/** Members are keyed by e-mail, so that their invitation finds them; a second member with the same e-mail by id. */
const listedUnder = (listed: Map<string, unknown>, row: ListedRow): string => {
  const email = row.email.toLowerCase();
  return listed.has(email) ? (row.id ?? email) : email;
};

const present = (place: Place, row: ListedRow): ListedPerson => {
  const name = `${row.first_name} ${row.last_name}`.trim();
  const avatar = imageUrl(row.avatar);
  return {
    id: row.id,
    avatar,
    fullName: name === '' ? row.email : name,
    email: row.email,
    roles: [row.invited ? `invited ${row.role}` : row.role],
    basic_info: { first_name: row.first_name, last_name: row.last_name },
    dj_info: { image_url: avatar },
    rights: row.invited ? { owner: false, admin: false, staff: false } : rightsOf(place, row.role),
    since: row.since?.toISOString() ?? null,
  };
};

/** An owner is also an admin, and in a station both are also staff (spec §6). */
const rightsOf = (place: Place, role: PeopleRole): ListedPerson['rights'] => ({
  owner: role === 'owner',
  admin: role !== 'staff',
  staff: place.scope === 'station',
});
