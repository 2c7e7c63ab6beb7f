import { accounts } from '#contract/accounts.ts';
import { billing } from '#contract/billing.ts';
import type { AccountKey, StationKey } from '#contract/keys.ts';
import { people as calls } from '#contract/people.ts';
import { session } from '#contract/session.ts';
import { hashPassword } from '#server/engines/identity/passwords.ts';
import { addPerson } from '#server/engines/identity/people.ts';
import { connectDatabase } from '#server/kernel/db/connect.ts';
import { accountPlans, invited, people, type DemoPerson, type DemoRole } from './people.ts';
import { signInByForms } from './browser-sign-in.ts';
import type { PortalClient } from './portal-client.ts';

type At = { url: string; databaseUrl: string; password: string };

/**
 * Lets the people of the demonstration in, each invited and accepting as anybody would, with the administrator's
 * password; invites those who have not answered; gives the accounts their plans. Running it again adds nothing twice.
 */
export const stagePeople = async (call: PortalClient, at: At, say: (line: string) => void): Promise<void> => {
  await register(at);
  for (const person of people) await settle(call, at, person);
  for (const person of invited) for (const role of person.roles) await invite(call, person, role);
  await stagePlans(call);
  const names = people.map(({ email }) => email).join(', ');
  say(`People, who sign in with the administrator's password: ${names}`);
};

/** Their addresses count as proven: nobody reads letters to .example. */
const register = async ({ databaseUrl, password }: At): Promise<void> => {
  const { db } = connectDatabase(databaseUrl, 1);
  for (const { email, first, last } of people)
    await addPerson(db, { email, password_hash: await hashPassword(password), first_name: first, last_name: last });
  await db.destroy();
};

const settle = async (call: PortalClient, { url, password }: At, person: DemoPerson): Promise<void> => {
  const own = await signInByForms(url, person.email, password);
  await own(session.me, {});
  for (const role of person.roles) await invite(call, person, role);
  for (const { token } of await own(calls.myInvites, {})) await own(calls.accept, { params: { token } });
};

/** Unless they have the role, or were asked already. */
const invite = async (call: PortalClient, person: DemoPerson, { company, station, role }: DemoRole): Promise<void> => {
  const query = { email: person.email };
  const body = { first_name: person.first, last_name: person.last };
  const account = await accountNamed(call, company);
  if (station === undefined) {
    const listed = await call(calls.ofAccount, { params: { id: account } });
    if (role !== 'staff' && !isListed(listed.people, person))
      await call(calls.inviteToAccount, { params: { id: account, role }, query, body });
    return;
  }
  const id = await stationNamed(call, account, station);
  const listed = await call(calls.ofStation, { params: { id } });
  if (!isListed(listed.people, person)) await call(calls.inviteToStation, { params: { id, role }, query, body });
};

const isListed = (listed: { email: string }[], { email }: DemoPerson): boolean =>
  listed.some((one) => one.email === email);

const stagePlans = async (call: PortalClient): Promise<void> => {
  for (const { company, plan, interval, asksFor } of accountPlans) {
    const id = await accountNamed(call, company);
    const now = await call(billing.features, { params: { id } });
    if (now.plan !== plan) await call(billing.assign, { params: { key: id }, body: { plan, interval } });
    if (asksFor !== undefined && now.requested === null)
      await call(billing.request, { params: { id }, body: { plan: asksFor, interval: 'year' } });
  }
};

const accountNamed = async (call: PortalClient, company: string): Promise<AccountKey> => {
  const found = await call(accounts.search, { query: { search: company } });
  const same = found.entities.find((one) => one.company === company);
  if (!same) throw new Error(`The account ${company} is not there.`);
  return same.key;
};

const stationNamed = async (call: PortalClient, account: AccountKey, name: string): Promise<StationKey> => {
  const found = await call(accounts.stations, { params: { id: account }, query: {} });
  const same = found.entities.find((one) => one.name === name);
  if (!same) throw new Error(`The station ${name} is not there.`);
  return same.key;
};
