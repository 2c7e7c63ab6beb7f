import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { EmailKind } from '#contract/api/email-kinds.ts';
import type { Notification } from '#contract/api/portal.ts';
import type { Email, Kernel, Tx } from '#server/kernel/kernel.ts';
import { whoWantEmails } from '#server/platform/wanted-emails.ts';
import { notifyPeople } from './notifications.service.ts';

/** E-mails with the same content, each with an ID of its own and a link to the recipient's own page. */
export type PersonalEmails = {
  id: string;
  to: readonly { id: string; email: string; link: string }[];
  email: Pick<Email, 'subject' | 'paragraphs'> & { label: string };
};

/** What people are notified of: the inbox shows `text`, the e-mail all `paragraphs` and a button with `label`. */
type Message = Pick<PersonalEmails, 'to'> &
  Pick<Notification, 'title' | 'text' | 'level'> &
  Pick<PersonalEmails['email'], 'paragraphs' | 'label'> & { kind: EmailKind };

const mostTitle = 120;
const mostText = 1000;

/**
 * Notifies people by inbox, and those who get e-mails of this kind by e-mail, once: in the transaction of what they must know. The event `event` sends the e-mails; its
 * handler calls `sendPersonalEmails`.
 */
export const notifyAndEmail = async (
  tx: Tx,
  deps: Pick<Kernel, 'events' | 'clock'>,
  event: string,
  { kind, to, title, text, level, paragraphs, label }: Message,
): Promise<void> => {
  if (to.length === 0) return;
  await notifyPeople(tx, deps, to, { title: title.slice(0, mostTitle), text: text.slice(0, mostText), level });
  const mailed = await whoWantEmails(tx, to, kind);
  if (mailed.length === 0) return;
  const email = { subject: title, paragraphs, label };
  await deps.events.emit(tx, event, {
    ...{ id: `${event}.${randomUUID()}`, to: mailed, email },
  } satisfies PersonalEmails);
};

/** Queues the e-mails of an event; the outbox may call twice, and each is queued once by its ID. */
export const sendPersonalEmails = async (mail: Kernel['mail'], { id, to, email }: PersonalEmails): Promise<void> => {
  const { label, ...content } = email;
  for (const person of to)
    await mail.send({
      ...content,
      to: person.email,
      action: { label, url: person.link },
      messageId: `${id}.${person.id}`,
    });
};

/** Who decides for the portal: its administrators with an address, at most 50. */
export const portalAdministrators = async (tx: Tx): Promise<{ id: string; email: string }[]> => {
  const { rows } = await sql<{ id: string; email: string }>`select id, email from users
    where portal_admin and disabled_at is null and email <> '' order by created limit 50`.execute(tx);
  return rows;
};

/** A name as part of a subject. */
export const oneLine = (name: string): string => name.replace(/\s+/g, ' ').trim();
