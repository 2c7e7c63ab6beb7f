import type * as z from 'zod/mini';
import type { ChangedNotification, NewNotification, Notification } from '#contract/api/portal.ts';
import { dayMs } from '#contract/rules/time.ts';
import { notifyInbox } from '#server/platform/inbox.ts';
import type { Person } from '#server/kernel/http/handler.ts';
import { refuse } from '#server/kernel/http/refuse.ts';
import type { Kernel, Tx } from '#server/kernel/kernel.ts';
import {
  changeNotificationRow,
  deleteExpired,
  existingNotifications,
  insertNotification,
  insertPersonal,
  listNotifications,
  removeNotificationRow,
  type NotificationRow,
} from './notifications.repo.ts';
import { deleteSeenMarks, markSeen, markUnseen, seenOf } from './seen.repo.ts';

type Deps = Pick<Kernel, 'db' | 'clock' | 'events'>;

/** The latest 200 published notifications, with those that have ended or without, and whether the person has seen each. */
export const notificationsFor = async ({ db, clock }: Deps, who: Person, withPast = false): Promise<Notification[]> => {
  const rows = await listNotifications(db, who.id, withPast ? new Date(0) : clock.now());
  const seen = await seenOf(
    db,
    who.id,
    'notification',
    rows.map(({ id }) => id),
  );
  return rows.map((row) => present(row, seen.has(row.id)));
};

/** Publishes a notification to all users. */
export const addNotification = async (
  { db, events, clock }: Deps,
  body: z.output<typeof NewNotification>,
): Promise<Notification> =>
  await db.transaction().execute(async (tx) => {
    const row = await insertNotification(tx, { ...columnsOf(body), created: clock.now(), updated: clock.now() });
    await notifyInbox(events, tx, 'everyone');
    return present(row, false);
  });

/**
 * Notifies these people, in this transaction, of something of theirs, each with their own link below PUBLIC_URL; it disappears after
 * 60 days.
 */
export const notifyPeople = async (
  tx: Tx,
  { events, clock }: Pick<Deps, 'events' | 'clock'>,
  people: readonly { id: string; link: string }[],
  about: Pick<Notification, 'title' | 'text' | 'level'>,
): Promise<void> => {
  if (people.length === 0) return;
  const now = clock.now();
  const until = new Date(now.getTime() + personalDays * dayMs);
  const ids = people.map(({ id }) => id);
  await deleteExpired(tx, ids, now);
  await insertPersonal(tx, people, { ...about, until, created: now, updated: now });
  await notifyInbox(events, tx, ids);
};
const personalDays = 60;

/** Changes a notification; it stays seen for users who have seen it. Refuses `notification.notFound`. */
export const changeNotification = async (
  { db, events, clock }: Deps,
  { id, ...body }: z.output<typeof ChangedNotification>,
  who: Person,
): Promise<Notification> =>
  await db.transaction().execute(async (tx) => {
    const row = await changeNotificationRow(tx, id, { ...columnsOf(body), updated: clock.now() });
    if (!row) return refuse('notification.notFound');
    await notifyInbox(events, tx, 'everyone');
    return present(row, (await seenOf(tx, who.id, 'notification', [id])).has(id));
  });

/** Removes a notification. Refuses `notification.notFound`. */
export const removeNotification = async ({ db, events }: Deps, id: string): Promise<undefined> => {
  await db.transaction().execute(async (tx) => {
    if (!(await removeNotificationRow(tx, id))) refuse('notification.notFound');
    await deleteSeenMarks(tx, 'notification', id);
    await notifyInbox(events, tx, 'everyone');
  });
};

/** Marks notifications as seen by the person; ignores removed ones; idempotent. */
export const markNotificationsSeen = async ({ db, events }: Deps, ids: string[], who: Person): Promise<undefined> => {
  await db.transaction().execute(async (tx) => {
    const existing = await existingNotifications(tx, who.id, ids);
    if ((await markSeen(tx, who.id, 'notification', existing)) > 0) await notifyInbox(events, tx, [who.id]);
  });
};

/** Marks notifications as not seen by the person; ignores removed ones; idempotent. */
export const markNotificationsUnseen = async ({ db, events }: Deps, ids: string[], who: Person): Promise<undefined> => {
  await db.transaction().execute(async (tx) => {
    if ((await markUnseen(tx, who.id, 'notification', ids)) > 0) await notifyInbox(events, tx, [who.id]);
  });
};

const columnsOf = ({ until, ...body }: z.output<typeof NewNotification>) => ({
  ...body,
  until: until === null ? null : new Date(until),
});

const present = (row: NotificationRow, seen: boolean): Notification => ({
  id: row.id,
  personal: row.user_id !== null,
  title: row.title,
  text: row.text,
  level: row.level,
  link: row.link,
  published: row.created.toISOString(),
  until: row.until?.toISOString() ?? null,
  seen,
});
