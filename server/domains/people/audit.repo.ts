import { sql, type Selectable } from 'kysely';
import type { AuditTable } from '#server/kernel/db/tables.ts';
import type { Db } from '#server/kernel/kernel.ts';

export type AuditRow = Selectable<AuditTable>;
export type AuditAsked = {
  limit: number;
  before: string | undefined;
  search: string | undefined;
  action: string | undefined;
  from: string | undefined;
  to: string | undefined;
};

/** Entries below an id, the latest first: by a part of the person's name or e-mail or a whole key, action and time. */
export const auditEntries = async (db: Db, asked: AuditAsked): Promise<AuditRow[]> => {
  const { rows } = await sql<AuditRow>`
    select * from audit where true
      ${asked.before === undefined ? sql`` : sql`and id < ${asked.before}`}
      ${asked.search ? sql`and (name || ' ' || email ilike ${part(asked.search)} or keys @> array[${asked.search}])` : sql``}
      ${asked.action ? sql`and action ilike ${part(asked.action)}` : sql``}
      ${asked.from === undefined ? sql`` : sql`and at >= ${asked.from}`}
      ${asked.to === undefined ? sql`` : sql`and at < ${asked.to}`}
    order by id desc limit ${asked.limit}`.execute(db);
  return rows;
};

const part = (text: string): string => `%${text.replace(/[\\%_]/g, '\\$&')}%`;
