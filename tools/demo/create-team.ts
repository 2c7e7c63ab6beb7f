import { accounts } from '#contract/api/accounts.ts';
import { billing } from '#contract/api/billing.ts';
import type { AccountKey, StationKey } from '#contract/rules/keys.ts';
import { people as calls } from '#contract/api/people.ts';
import { session } from '#contract/api/session.ts';
import { hashPassword } from '#server/engines/identity/passwords.ts';
import { addPerson } from '#server/engines/identity/people.ts';
import { connectDatabase } from '#server/kernel/db/connect.ts';
import { accountPlans, openInvitations, people, type DemoPerson, type DemoRole } from './people.ts';
import { signInByForms } from './browser-sign-in.ts';
import type { PortalClient } from './portal-client.ts';

type Target = { url: string; databaseUrl: string; password: string };

/**
 * Registers the demo users with the administrator's password, and has them invited and accept as usual; sends the open
 * invitations. Running it again adds nothing twice.
 */
export const createTeam = async (call: PortalClient, at: Target, log: (line: string) => void): Promise<void> => {
  await register(at);
  for (const person of people) await signInAndAccept(call, at, person);
  for (const person of openInvitations) for (const role of person.roles) await invite(call, person, role);
  const names = people.map(({ email }) => email).join(', ');
  log(`Users (with the administrator's password): ${names}`);
};

/** Their e-mail addresses count as verified, as .example receives no e-mail. */
const register = async ({ databaseUrl, password }: Target): Promise<void> => {
  const { db } = connectDatabase(databaseUrl, 1);
  for (const { email, first, last } of people)
    await addPerson(db, { email, password_hash: await hashPassword(password), first_name: first, last_name: last });
  await db.destroy();
};

const signInAndAccept = async (call: PortalClient, { url, password }: Target, person: DemoPerson): Promise<void> => {
  const userCall = await signInByForms(url, person.email, password);
  await userCall(session.me, {});
  for (const role of person.roles) await invite(call, person, role);
  for (const { token } of await userCall(calls.myInvites, {})) await userCall(calls.accept, { params: { token } });
  const dj_info = person.dj && { ...person.dj, radio_personality: true, public: true };
  if (dj_info) await userCall(session.update, { body: { dj_info } });
};

/** Invites a user, unless they are on the team or invited already. */
const invite = async (call: PortalClient, person: DemoPerson, { company, station, role }: DemoRole): Promise<void> => {
  const query = { email: person.email };
  const body = { first_name: person.first, last_name: person.last };
  const account = await accountNamed(call, company);
  if (station === undefined) {
    const team = await call(calls.ofAccount, { params: { id: account } });
    if (role !== 'staff' && !isListed(team.people, person))
      await call(calls.inviteToAccount, { params: { id: account, role }, query, body });
    return;
  }
  const id = await stationNamed(call, account, station);
  const team = await call(calls.ofStation, { params: { id } });
  if (!isListed(team.people, person)) await call(calls.inviteToStation, { params: { id, role }, query, body });
};

const isListed = (team: { email: string }[], { email }: DemoPerson): boolean => team.some((one) => one.email === email);

/** Assigns the accounts their plans, where they don't buy them. */
export const assignPlans = async (call: PortalClient): Promise<void> => {
  for (const { company, plan, interval, asksFor } of accountPlans) {
    const id = await accountNamed(call, company);
    const current = await call(billing.features, { params: { id } });
    if (current.plan !== plan) await call(billing.assign, { params: { key: id }, body: { plan, interval } });
    if (asksFor !== undefined && current.requested === null)
      await call(billing.request, { params: { id }, body: { plan: asksFor, interval: 'year' } });
  }
};

/** The account with this name. */
export const accountNamed = async (call: PortalClient, company: string): Promise<AccountKey> => {
  const results = await call(accounts.search, { query: { search: company } });
  const match = results.entities.find((one) => one.company === company);
  if (!match) throw new Error(`Account ${company} not found.`);
  return match.key;
};

/** The account's station with this name. */
export const stationNamed = async (call: PortalClient, account: AccountKey, name: string): Promise<StationKey> => {
  const results = await call(accounts.stations, { params: { id: account }, query: {} });
  const match = results.entities.find((one) => one.name === name);
  if (!match) throw new Error(`Station ${name} not found.`);
  return match.key;
};
