import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { portal as calls } from '#contract/api/portal.ts';
import { unknownId } from '#server/testing/unknown-id.ts';
import type { TestClient } from '#server/testing/client.ts';
import { testPortal, type TestPortal } from '#server/testing/portal.ts';
import { notifyPeople } from './notifications.service.ts';

let portal: TestPortal;
let admin: TestClient;
let person: TestClient;
let now = new Date('2026-11-21T12:00:00Z');

beforeAll(async () => {
  portal = await testPortal({ clock: { now: () => now } });
  admin = await portal.as(await portal.make.person({ admin: true }));
});
beforeEach(async () => {
  now = new Date('2026-11-21T12:00:00Z');
  person = await portal.as(await portal.make.person());
  await portal.kernel.db.deleteFrom('notifications').execute();
});
afterAll(() => portal.close());

const add = (title: string, until: string | null = null) =>
  admin.ok(calls.addNotification, { body: { title, text: 'Words', until } });
const titles = async () => (await person.ok(calls.notifications)).map(({ title }) => title);

test('shows all users the published notifications, latest first, until they expire', async () => {
  await add('First');
  now = new Date('2026-11-21T12:01:00Z');
  await add('Second', '2026-11-21T14:00:00+01:00');
  expect(await titles()).toEqual(['Second', 'First']);
  now = new Date('2026-11-21T13:00:00Z');
  expect(await titles()).toEqual(['First']);
  const past = await person.ok(calls.notifications, { query: { past: 'true' } });
  expect(past.map(({ title }) => title)).toEqual(['Second', 'First']);
});

test('stores who has seen which notification once, and only while it exists', async () => {
  const { id } = await add('Maintenance tonight');
  const body = { ids: [id, id, unknownId] };
  await person.ok(calls.seenNotifications, { body });
  await person.ok(calls.seenNotifications, { body });
  expect(await person.ok(calls.notifications)).toMatchObject([{ id, seen: true, level: 'info', link: '' }]);
  expect((await admin.ok(calls.notifications))[0]).toMatchObject({ seen: false });
  expect(await portal.kernel.db.selectFrom('seen').select('id').execute()).toEqual([{ id }]);

  await person.ok(calls.unseenNotifications, { body });
  await person.ok(calls.unseenNotifications, { body });
  expect(await person.ok(calls.notifications)).toMatchObject([{ id, seen: false }]);
  await person.ok(calls.seenNotifications, { body });

  const body2 = { id, title: 'Maintenance is over', text: '', level: 'success' as const };
  expect(await admin.ok(calls.changeNotification, { body: body2 })).toMatchObject({ title: 'Maintenance is over' });
  expect(await person.ok(calls.notifications)).toMatchObject([{ level: 'success', seen: true }]);

  await admin.ok(calls.removeNotification, { params: { id } });
  expect(await titles()).toEqual([]);
  expect(await portal.kernel.db.selectFrom('seen').select('id').execute()).toEqual([]);
});

test('a notification to one person is theirs alone, until it is over', async () => {
  const addressee = await portal.make.person();
  const notify = (title: string) =>
    portal.kernel.db.transaction().execute((tx) =>
      notifyPeople(
        tx,
        { ...portal.kernel, clock: { now: () => now } },
        [{ id: addressee.id, link: 'http://portal.test/x' }],
        {
          ...{ title, text: 'Words', level: 'info' },
        },
      ),
    );
  await notify('Yours');
  const client = await portal.as(addressee);
  const [mine, ...more] = await client.ok(calls.notifications);
  expect([mine, more]).toMatchObject([{ title: 'Yours', personal: true, seen: false }, []]);
  const { id } = mine!;
  await person.ok(calls.seenNotifications, { body: { ids: [id] } });
  expect(await titles()).toEqual([]);
  expect((await admin.call(calls.removeNotification, { params: { id } })).status).toBe(404);
  const body = { id, title: 'Ours', text: '' };
  expect((await admin.call(calls.changeNotification, { body })).status).toBe(404);
  await client.ok(calls.seenNotifications, { body: { ids: [id] } });
  now = new Date('2027-01-21T12:00:00Z');
  await notify('Next');
  const left = await portal.kernel.db.selectFrom('notifications').select('title').execute();
  expect([left, await portal.kernel.db.selectFrom('seen').select('id').execute()]).toEqual([[{ title: 'Next' }], []]);
});

test('notifies the inboxes of every change', async () => {
  const recipients: unknown[] = [];
  const earlier = Promise.withResolvers<void>();
  portal.kernel.events.onAnnounced('inbox.changed', ({ of }) =>
    Array.isArray(of) && of[0] === 'nobody' ? earlier.resolve() : recipients.push(of),
  );
  // The announcements of earlier tests arrive first.
  await portal.kernel.events.announce(portal.kernel.db, 'inbox.changed', { of: ['nobody'] });
  await earlier.promise;
  recipients.length = 0;
  const { id } = await add('Hello');
  await person.ok(calls.seenNotifications, { body: { ids: [id] } });
  await admin.ok(calls.removeNotification, { params: { id } });
  await expect.poll(() => recipients).toEqual(['everyone', [expect.any(String)], 'everyone']);
});

test('does not find an unknown notification', async () => {
  expect((await admin.call(calls.removeNotification, { params: { id: unknownId } })).status).toBe(404);
  const body = { id: unknownId, title: 'T', text: '' };
  expect((await admin.call(calls.changeNotification, { body })).status).toBe(404);
});

test('names the invalid fields', async () => {
  const body = { title: ' ', text: 'x'.repeat(1001), link: 'ftp://wave.test', until: 'tomorrow' };
  const reply = await admin.call(calls.addNotification, { body });
  expect(reply.status).toBe(400);
  expect(Object.keys(reply.json.error.fields ?? {}).sort()).toEqual(['link', 'text', 'title', 'until']);
});
