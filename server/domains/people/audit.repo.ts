import { sql, type Selectable } from 'kysely';
import { nameMatches } from '#server/kernel/db/name-search.ts';
import type { AuditTable } from '#server/kernel/db/tables.ts';
import type { Db } from '#server/kernel/kernel.ts';

export type AuditRow = Selectable<AuditTable>;
export type AuditFilter = {
  limit: number;
  before: string | undefined;
  search: string | undefined;
  /** Full names of endpoints, current or retired; undefined for all. */
  actions: readonly string[] | undefined;
  from: string | undefined;
  to: string | undefined;
};

/** Entries below an id, latest first; `search` is part of the person's name or e-mail, or a whole key. */
export const auditEntries = async (db: Db, filter: AuditFilter): Promise<AuditRow[]> => {
  const { rows } = await sql<AuditRow>`
    select id, at, user_id, email, name, action, target, keys, fields from audit where true
      ${filter.before === undefined ? sql`` : sql`and id < ${filter.before}`}
      ${filter.search ? sql`and (${nameMatches('audit', filter.search)} or keys @> array[${filter.search}])` : sql``}
      ${filter.actions ? sql`and action = any(${filter.actions})` : sql``}
      ${filter.from === undefined ? sql`` : sql`and at >= ${filter.from}`}
      ${filter.to === undefined ? sql`` : sql`and at < ${filter.to}`}
    order by id desc limit ${filter.limit}`.execute(db);
  return rows;
};
