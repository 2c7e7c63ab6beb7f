import { fillText, type Wording } from '#contract/rules/brand.ts';
import type { QueryOf, ReturnsOf, SpecOf } from '#contract/api/http.ts';
import { allEndpoints } from '#contract/api/index.ts';
import type { portal } from '#contract/api/portal.ts';
import type { Db } from '#server/kernel/kernel.ts';
import { auditEntries, type AuditRow } from './audit.repo.ts';

type Audit = SpecOf<(typeof portal)['audit']>;

/**
 * One page of the audit log, latest first. `before` continues after an entry; `search` is part of the person's
 * name or e-mail, or a whole key, id or e-mail of the target. Summaries are in the brand's wording.
 */
export const readAudit = async (db: Db, query: QueryOf<Audit>, wording: Wording): Promise<ReturnsOf<Audit>> => {
  const limit = Math.max(1, query.limit);
  const { before, search, action, from, to } = query;
  const rows = await auditEntries(db, { limit: limit + 1, before, search, actions: actionsMatching(action), from, to });
  const page = rows.slice(0, limit);
  return {
    entries: page.map((row) => present(row, wording)),
    next: rows.length > limit ? String(page.at(-1)?.id) : null,
  };
};

const present = (row: AuditRow, wording: Wording): ReturnsOf<Audit>['entries'][number] => ({
  id: String(row.id),
  at: row.at.toISOString(),
  who: { id: row.user_id, email: row.email, name: row.name === '' ? row.email : row.name },
  action: row.action,
  summary: fillText(summaryOf(row.action), wording),
  target: row.target as Record<string, string>,
  fields: row.fields,
});

/** The endpoints whose name contains this, and a retired one by its whole name. */
const actionsMatching = (search: string | undefined): string[] | undefined => {
  if (search === undefined || search === '') return undefined;
  const names = allEndpoints().map(({ domain, name }) => `${domain}.${name}`);
  return [...new Set([search, ...names.filter((name) => name.toLowerCase().includes(search.toLowerCase()))])];
};

let summaries: Map<string, string> | undefined;

/** The endpoint's summary; the plain name of a retired endpoint. */
const summaryOf = (action: string): string => {
  summaries ??= new Map(
    allEndpoints().map(({ domain, name, endpoint }) => [`${domain}.${name}`, endpoint.spec.summary]),
  );
  return summaries.get(action) ?? action;
};
