import { sql, type Selectable } from 'kysely';
import { nameMatches } from '#server/kernel/db/name-search.ts';
import type { AuditTable } from '#server/kernel/db/tables.ts';
import type { Db } from '#server/kernel/kernel.ts';

export type AuditRow = Selectable<AuditTable>;
export type AuditAsked = {
  limit: number;
  before: string | undefined;
  search: string | undefined;
  /** Every call there is or was whose name is asked for. */
  actions: readonly string[] | undefined;
  from: string | undefined;
  to: string | undefined;
};

/** Entries below an id, the latest first: by a part of the person's name or e-mail or a whole key, action and time. */
export const auditEntries = async (db: Db, asked: AuditAsked): Promise<AuditRow[]> => {
  const { rows } = await sql<AuditRow>`
    select id, at, user_id, email, name, action, target, keys, fields from audit where true
      ${asked.before === undefined ? sql`` : sql`and id < ${asked.before}`}
      ${asked.search ? sql`and (${nameMatches('audit', asked.search)} or keys @> array[${asked.search}])` : sql``}
      ${asked.actions ? sql`and action = any(${asked.actions})` : sql``}
      ${asked.from === undefined ? sql`` : sql`and at >= ${asked.from}`}
      ${asked.to === undefined ? sql`` : sql`and at < ${asked.to}`}
    order by id desc limit ${asked.limit}`.execute(db);
  return rows;
};
