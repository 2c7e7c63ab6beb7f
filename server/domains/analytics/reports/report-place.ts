import { sql, type RawBuilder } from 'kysely';
import type { AccountKey, StationKey } from '#contract/keys.ts';
import type { Whereabouts } from '#server/kernel/http/handler.ts';

/** The portal, account or station that views and reports belong to; a station's with its account. */
export type ReportPlace =
  | { scope: 'portal' }
  | { scope: 'account'; account: AccountKey }
  | { scope: 'station'; station: StationKey; account: AccountKey };

export const portalPlace: ReportPlace = { scope: 'portal' };

/** The account or station in a call's path. */
export const placeAt = (at: Record<string, Whereabouts[]>): ReportPlace => {
  const where = at['path.id']?.[0] ?? at['path.key']?.[0];
  if (!where) throw new Error('The call names neither an account nor a station.');
  return where.station === null
    ? { scope: 'account', account: where.account }
    : { scope: 'station', station: where.station, account: where.account };
};

/** The key columns of a row in this context. */
export const columnsOf = (place: ReportPlace): { account_key: AccountKey | null; station_key: StationKey | null } => ({
  account_key: place.scope === 'account' ? place.account : null,
  station_key: place.scope === 'station' ? place.station : null,
});

/** The key of the account or station, '' for the portal. */
export const keyOfPlace = (place: ReportPlace): string =>
  place.scope === 'account' ? place.account : place.scope === 'station' ? place.station : '';

/** Whether a row of this alias belongs to the context. */
export const standsWith = (alias: string, place: ReportPlace): RawBuilder<boolean> =>
  sql<boolean>`coalesce(${sql.ref(`${alias}.station_key`)}, ${sql.ref(`${alias}.account_key`)}, '') = ${keyOfPlace(place)}`;
