import { limits } from '#contract/rules/limits.ts';
import type { PersonPage } from '#contract/api/person-page.ts';
import { dayMs } from '#contract/rules/time.ts';
import type { AgentEngine } from '#server/engines/agents/port.ts';
import type { GeoEngine } from '#server/engines/geo/port.ts';
import { presentSessions } from '#server/platform/session-entries.ts';
import { refuse } from '#server/kernel/http/refuse.ts';
import type { Mail } from '#server/kernel/kernel.ts';
import { queueInvitationEmail } from './invitation.work.ts';
import {
  accountsOfPerson,
  emailsTo,
  extendInvitation,
  invitationsTo,
  personRowOf,
  stationsOfPerson,
} from './person-page.repo.ts';
import { endSessions, portalUser, type PortalUsersDeps } from './portal-users.ts';

export type PersonPageDeps = { geo: GeoEngine; agents: AgentEngine; mail: Mail };
type Deps = PortalUsersDeps & PersonPageDeps;

/** Everything an administrator sees of a person; refuses `person.notFound`. */
export const personPageOf = async (deps: Deps, id: string): Promise<PersonPage> => {
  const { db, accountAdmin } = deps;
  const { user, row } = await portalUser(deps, id);
  const [own, accounts, stations, invitations, sessions, emails] = await Promise.all([
    personRowOf(db, id),
    accountsOfPerson(db, id),
    stationsOfPerson(db, id),
    invitationsTo(db, row.email),
    accountAdmin.sessions?.list(row.subject),
    emailsTo(db, row.email),
  ]);
  return {
    user,
    first_name: own?.first_name ?? '',
    last_name: own?.last_name ?? '',
    email_verified: own?.email_verified ?? false,
    accounts: accounts.map((one) => ({ ...one, since: one.since.toISOString() })),
    stations: stations.map((one) => ({ ...one, since: one.since.toISOString() })),
    invitations: invitations.map(({ id: token, created, expires_at, ...one }) => ({
      ...{ ...one, token, created: created.toISOString(), expires: expires_at.toISOString() },
    })),
    sessions: sessions === undefined ? null : await presentSessions(deps, sessions, undefined),
    can_reset: accountAdmin.sendReset !== undefined,
    emails: emails.map((one) => ({ ...one, at: one.at.toISOString() })),
  };
};

/** Signs a person out everywhere. */
export const signOutUser = async (deps: Deps, id: string): Promise<undefined> => {
  const { row } = await portalUser(deps, id);
  await endSessions(deps, row.subject);
  deps.people.forget(id);
};

/** Sends a person a link to choose a new password; refuses `person.noReset` where the provider does that itself. */
export const resetPassword = async (deps: Deps, id: string): Promise<undefined> => {
  const { row } = await portalUser(deps, id);
  const { accountAdmin } = deps;
  if (accountAdmin.sendReset === undefined) return refuse('person.noReset');
  await accountAdmin.sendReset(row.email);
};

/** Sends an open invitation to this person again, valid from now on as long as a new one. */
export const resendInvitation = async (deps: Deps, id: string, token: string): Promise<void> => {
  const { row } = await portalUser(deps, id);
  const found = (await invitationsTo(deps.db, row.email)).find((one) => one.id === token);
  if (!found) return refuse('invitation.invalid');
  await extendInvitation(deps.db, found.id, new Date(deps.clock.now().getTime() + limits.invitationDays * dayMs));
  await queueInvitationEmail(deps, found.id);
};
