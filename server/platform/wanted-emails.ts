import { sql, type RawBuilder } from 'kysely';
import type { EmailKind } from '#contract/api/email-kinds.ts';
import type { Db, Tx } from '#server/kernel/kernel.ts';

/** Whether the user in a query, by the name of its table there, gets e-mails of a kind. */
export const wantsEmails = (users: string, kind: EmailKind): RawBuilder<boolean> =>
  sql<boolean>`not (${kind} = any(${sql.ref(`${users}.unwanted_emails`)}))`;

/** Those of these people who get e-mails of a kind, in their order. */
export const whoWantEmails = async <T extends { id: string }>(
  db: Db | Tx,
  people: readonly T[],
  kind: EmailKind,
): Promise<T[]> => {
  if (people.length === 0) return [];
  const { rows } = await sql<{ id: string }>`select id from users
    where id = any(${people.map(({ id }) => id)}::uuid[]) and ${wantsEmails('users', kind)}`.execute(db);
  const ids = new Set(rows.map(({ id }) => id));
  return people.filter(({ id }) => ids.has(id));
};
