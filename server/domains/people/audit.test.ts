import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { accounts } from '#contract/api/accounts.ts';
import { library } from '#contract/api/library.ts';
import { people } from '#contract/api/people.ts';
import { portal } from '#contract/api/portal.ts';
import { session } from '#contract/api/session.ts';
import { stations } from '#contract/api/stations.ts';
import { testClient, type TestClient } from '#server/testing/client.ts';
import type { TestPerson } from '#server/testing/make.ts';
import { invitationSecret } from '#server/testing/invitations.ts';
import { testPortal, type TestPortal } from '#server/testing/portal.ts';
import { workInvitations } from './invitation.work.ts';

let at: TestPortal;
let root: TestClient;
let rootPerson: TestPerson;
beforeAll(async () => {
  at = await testPortal();
  await workInvitations(at.kernel);
  rootPerson = await at.make.person({ admin: true });
  root = await at.as(rootPerson);
});
afterAll(() => at.close());

const read = async (query: Parameters<typeof root.ok<typeof portal.audit>>[1] = {}) => root.ok(portal.audit, query);
const entries = async (search: string) => (await read({ query: { search } })).entries;

describe('the audit log', () => {
  it('records who changed what, with field names but never their values', async () => {
    const account = await at.make.account();
    const owner = await at.make.person();
    await at.make.accountMember(account, owner, 'owner');
    const client = await at.as(owner);
    const body = { comments: '', city: 'A quite private city', company: 'Renamed' };
    await client.ok(accounts.update, { params: { key: account }, body });
    const [entry] = await entries(account);
    expect(entry).toMatchObject({
      who: { id: owner.id, email: owner.email, name: 'Test Person' },
      action: 'accounts.update',
      summary: accounts.update.spec.summary,
      target: { key: account },
    });
    expect([...(entry?.fields ?? [])].sort()).toEqual(['city', 'comments', 'company']);
    expect(JSON.stringify(entry)).not.toContain('private');
  });

  it('records a creation once, however often the request is repeated', async () => {
    const person = await at.as(await at.make.person());
    const body = { company: 'Made', email: 'made@example.com' };
    const same = { 'idempotency-key': 'one' };
    const { json } = await person.call(accounts.create, { body }, same);
    await person.call(accounts.create, { body }, same);
    expect(await entries(json.key)).toMatchObject([{ action: 'accounts.create', target: { made: json.key } }]);
  });

  it('leaves out refused calls, reads and changes of no interest', async () => {
    const person = await at.make.person();
    const client = await at.as(person);
    const foreign = await at.make.account();
    await client.call(accounts.update, { params: { key: foreign }, body: { company: 'Mine' } });
    await client.call(accounts.create, { body: { company: '', email: 'nobody' } });
    await client.ok(session.me);
    await client.ok(session.preferences, { body: { theme: 'dark' } });
    expect(await entries(person.email)).toEqual([]);
  });

  it('names an invitation by its id and never by its secret', async () => {
    const account = await at.make.account();
    const invited = await at.make.person();
    const params = { id: account, role: 'admin' } as const;
    await root.ok(people.inviteToAccount, { params, query: { email: invited.email }, body: {} });
    const secret = await invitationSecret(at, invited.email);
    const client = await at.as(invited);
    const { token } = await client.ok(people.accept, { params: { token: secret } });
    const [accepted, sent] = await entries(account);
    expect(sent).toMatchObject({ action: 'people.inviteToAccount', target: { email: invited.email, role: 'admin' } });
    expect(accepted).toMatchObject({
      action: 'people.accept',
      who: { id: invited.id },
      target: { invitation: token, account, role: 'admin' },
    });
    const { rows } = await sql`select * from audit`.execute(at.kernel.db);
    expect(JSON.stringify(rows)).not.toContain(secret);
    expect(await entries(invited.email)).toHaveLength(2);
  });

  it('finds what was done in a station by the key of its account', async () => {
    const account = await at.make.account();
    const station = await at.make.station(account);
    await root.ok(stations.resetPassword, { params: { key: station } });
    expect(await entries(account)).toMatchObject([{ action: 'stations.resetPassword', target: { key: station } }]);
    expect(await entries(station)).toHaveLength(1);
  });

  it('records what a person did with one of their tokens', async () => {
    const station = await at.make.station(await at.make.account());
    const track = await at.make.track(station);
    const token = await at.kernel.tokens.sign('library', station, rootPerson.id);
    const body = { title: 'T', artist: 'A', album: 'B' };
    await testClient(at.url, token).ok(library.update, { params: { key: track }, body });
    const [entry] = await entries(track);
    expect(entry).toMatchObject({ action: 'library.update', who: { id: rootPerson.id }, target: { key: track } });
    expect(JSON.stringify(entry)).not.toContain(token);
    expect(await entries(station)).toHaveLength(1);
  });

  it('is paged and filtered by person, action and time', async () => {
    const account = await at.make.account();
    const one = await at.make.person({ email: 'searching.someone@example.com' });
    await at.make.accountMember(account, one, 'owner');
    const client = await at.as(one);
    const began = new Date().toISOString();
    for (let i = 0; i < 5; i += 1)
      await client.ok(accounts.update, { params: { key: account }, body: { company: `Nr ${String(i)}` } });
    const seen: string[] = [];
    let before: string | undefined;
    do {
      const page = await read({ query: { search: 'SEARCHING.some', limit: 2, ...(before ? { before } : {}) } });
      seen.push(...page.entries.map(({ id }) => id));
      before = page.next ?? undefined;
    } while (before !== undefined);
    expect(seen).toHaveLength(5);
    expect([...seen].sort((a, b) => Number(b) - Number(a))).toEqual(seen);
    const query = { search: one.email, action: 'accounts.update', from: began };
    expect((await read({ query })).entries).toHaveLength(5);
    expect((await read({ query: { ...query, action: 'accounts.create' } })).entries).toEqual([]);
    expect((await read({ query: { search: one.email, to: began } })).entries).toEqual([]);
    expect((await read({ query: { search: '100%_' } })).entries).toEqual([]);
  });

  it('refuses a time that the database cannot represent', async () => {
    const reply = await root.call(portal.audit, { query: { to: '0399-08-30T14:58:05+23:18' } });
    expect([reply.status, Object.keys(reply.json.error.fields ?? {})]).toEqual([400, ['to']]);
  });

  it('cannot be changed or emptied', async () => {
    const { db } = at.kernel;
    await root.ok(stations.resetPassword, { params: { key: await at.make.station(await at.make.account()) } });
    for (const statement of [
      sql`update audit set email = 'other'`,
      sql`delete from audit`,
      sql`truncate audit`,
      sql`truncate audit, users cascade`,
    ])
      await expect(statement.execute(db)).rejects.toThrow('append-only');
    expect((await read()).entries.length).toBeGreaterThan(0);
  });

  it('is only for portal administrators', async () => {
    const client = await at.as(await at.make.person());
    expect((await client.call(portal.audit)).status).toBe(403);
  });
});
