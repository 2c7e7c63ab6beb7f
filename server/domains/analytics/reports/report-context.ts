import { sql, type RawBuilder } from 'kysely';
import type { AccountKey, StationKey } from '#contract/rules/keys.ts';
import type { ResourceContext } from '#server/kernel/http/handler.ts';

/** The portal, account or station that views and reports belong to; a station's with its account. */
export type ReportContext =
  | { scope: 'portal' }
  | { scope: 'account'; account: AccountKey }
  | { scope: 'station'; station: StationKey; account: AccountKey };

export const portalContext: ReportContext = { scope: 'portal' };

/** The account or station in a call's path. */
export const contextOfCall = (at: Record<string, ResourceContext[]>): ReportContext => {
  const resource = at['path.id']?.[0] ?? at['path.key']?.[0];
  if (!resource) throw new Error('The call names neither an account nor a station.');
  return resource.station === null
    ? { scope: 'account', account: resource.account }
    : { scope: 'station', station: resource.station, account: resource.account };
};

/** The key columns of a row in this context. */
export const contextColumns = (
  context: ReportContext,
): { account_key: AccountKey | null; station_key: StationKey | null } => ({
  account_key: context.scope === 'account' ? context.account : null,
  station_key: context.scope === 'station' ? context.station : null,
});

/** The key of the account or station, '' for the portal. */
export const keyOfContext = (context: ReportContext): string =>
  context.scope === 'account' ? context.account : context.scope === 'station' ? context.station : '';

/** Whether a row of this alias belongs to the context. */
export const isInContext = (alias: string, context: ReportContext): RawBuilder<boolean> =>
  sql<boolean>`coalesce(${sql.ref(`${alias}.station_key`)}, ${sql.ref(`${alias}.account_key`)}, '') = ${keyOfContext(context)}`;
