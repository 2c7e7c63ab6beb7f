import { sql, type RawBuilder } from 'kysely';
import type { AccountKey, StationKey } from '#contract/keys.ts';
import type { Whereabouts } from '#server/kernel/http/handler.ts';

/** Whose analytics views and reports stand with; a station's with the account it belongs to. */
export type ReportPlace =
  | { scope: 'portal' }
  | { scope: 'account'; account: AccountKey }
  | { scope: 'station'; station: StationKey; account: AccountKey };

export const portalPlace: ReportPlace = { scope: 'portal' };

/** The account or station that a call named in its path. */
export const placeAt = (at: Record<string, Whereabouts[]>): ReportPlace => {
  const where = at['path.id']?.[0] ?? at['path.key']?.[0];
  if (!where) throw new Error('The call names neither an account nor a station.');
  return where.station === null
    ? { scope: 'account', account: where.account }
    : { scope: 'station', station: where.station, account: where.account };
};

/** The columns of a row that stands with this place. */
export const columnsOf = (place: ReportPlace): { account_key: AccountKey | null; station_key: StationKey | null } => ({
  account_key: place.scope === 'account' ? place.account : null,
  station_key: place.scope === 'station' ? place.station : null,
});

/** The key of the account or station, '' for the portal. */
export const keyOfPlace = (place: ReportPlace): string =>
  place.scope === 'account' ? place.account : place.scope === 'station' ? place.station : '';

/** Whether a row of this alias stands with the place. */
export const standsWith = (alias: string, place: ReportPlace): RawBuilder<boolean> =>
  sql<boolean>`coalesce(${sql.ref(`${alias}.station_key`)}, ${sql.ref(`${alias}.account_key`)}, '') = ${keyOfPlace(place)}`;
