import { sql } from 'kysely';
import type { AccountKey, StationKey, TrackKey } from '#contract/rules/keys.ts';
import type { RoyaltyCorrection, RoyaltySettings } from '#contract/api/royalty.ts';
import type { Db } from '#server/kernel/kernel.ts';

export type RoyaltyStation = { key: StationKey; name: string; zone: string; account: AccountKey };
export type NamedTrack = {
  key: TrackKey;
  station_key: StationKey;
  artist: string;
  title: string;
  album: string;
  isrc: string;
  label: string;
};
export type MatchedTrack = NamedTrack & { isJingle: boolean };

const tracksAtOnce = 10_000;

/** These stations in the given order, or an account's, oldest first; deleted ones have listening data too. */
export const royaltyStations = async (
  db: Db,
  which: { keys: readonly StationKey[] } | { account: AccountKey },
): Promise<RoyaltyStation[]> => {
  const all = db
    .selectFrom('stations')
    .select(['key', 'name', 'default_timezone as zone', 'account_key as account'])
    .orderBy('created')
    .orderBy('key');
  if ('account' in which) return await all.where('account_key', '=', which.account).execute();
  const rows = await all.where('key', 'in', [...which.keys]).execute();
  const byKey = new Map(rows.map((row) => [row.key, row]));
  return [...new Set(which.keys)].flatMap((key) => byKey.get(key) ?? []);
};

/** The current names of these tracks; deleted ones are missing. */
export const namedTracks = async (db: Db, keys: readonly string[]): Promise<Map<string, NamedTrack>> => {
  const found = new Map<string, NamedTrack>();
  for (let i = 0; i < keys.length; i += tracksAtOnce) {
    const rows = await db
      .selectFrom('tracks')
      .select(['key', 'station_key', 'artist', 'title', 'album', 'isrc', 'label'])
      .where('key', 'in', keys.slice(i, i + tracksAtOnce) as TrackKey[])
      .execute();
    for (const row of rows) found.set(row.key, row);
  }
  return found;
};

export type KnownTrack = { isrc: string; label: string; lasts: number };
/** Looks up the current details of these tracks; deleted ones are missing. */
export type LookupTracks = (keys: readonly TrackKey[]) => Promise<ReadonlyMap<string, KnownTrack>>;

/** Looks tracks up in the libraries. */
export const trackLookup =
  (db: Db): LookupTracks =>
  async (keys) => {
    if (keys.length === 0) return new Map();
    const rows = await db
      .selectFrom('tracks')
      .select(['key', 'isrc', 'label', 'duration_ms as lasts'])
      .where('key', 'in', [...new Set(keys)])
      .execute();
    return new Map(rows.map(({ key, ...known }) => [key, known]));
  };

/** The tracks of these stations with these names, by `key`; of several, one with an ISRC first, then the oldest. */
export const tracksByName = async (
  db: Db,
  stations: readonly StationKey[],
  names: readonly { key: string; artist: string; title: string }[],
): Promise<Map<string, MatchedTrack>> => {
  if (names.length === 0 || stations.length === 0) return new Map();
  const { rows } = await sql<MatchedTrack & { named: string }>`
    select distinct on (named.key) named.key as named, tracks.key, tracks.station_key, tracks.artist, tracks.title,
      tracks.album, tracks.isrc, tracks.label,
      exists (select from jingles where jingles.track_key = tracks.key) as "isJingle"
    from unnest(${names.map(({ key }) => key)}::text[], ${names.map(({ artist }) => artist)}::text[],
      ${names.map(({ title }) => title)}::text[]) as named (key, artist, title)
    join tracks on tracks.station_key = any(${[...stations]}::text[])
      and lower(tracks.artist) = lower(named.artist) and lower(tracks.title) = lower(named.title)
    order by named.key, tracks.isrc = '', tracks.created`.execute(db);
  return new Map(rows.map(({ named, ...track }) => [named, track]));
};

/** The account's corrections of titles sent by encoders, by raw title. */
export const correctionsOf = async (db: Db, account: AccountKey): Promise<Map<string, RoyaltyCorrection>> => {
  const rows = await db
    .selectFrom('royalty_corrections')
    .select(['raw', 'kind', 'artist', 'title', 'album', 'label', 'isrc'])
    .where('account_key', '=', account)
    .execute();
  return new Map(rows.map((row) => [row.raw, row]));
};

export const countCorrections = async (db: Db, account: AccountKey): Promise<number> => {
  const { count } = await db
    .selectFrom('royalty_corrections')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('account_key', '=', account)
    .executeTakeFirstOrThrow();
  return Number(count);
};

export const saveCorrection = async (
  db: Db,
  account: AccountKey,
  correction: RoyaltyCorrection & { shown: string },
): Promise<void> => {
  const { raw, ...changed } = correction;
  await db
    .insertInto('royalty_corrections')
    .values({ account_key: account, raw, ...changed })
    .onConflict((conflict) => conflict.columns(['account_key', 'raw']).doUpdateSet({ ...changed, updated: sql`now()` }))
    .execute();
};

export const removeCorrection = async (db: Db, account: AccountKey, raw: string): Promise<void> => {
  await db.deleteFrom('royalty_corrections').where('account_key', '=', account).where('raw', '=', raw).execute();
};

export type StoredSettings = Omit<RoyaltySettings, 'stations'> & { station_names: Record<string, string> };

/** Undefined until settings are saved. */
export const settingsOf = async (db: Db, account: AccountKey): Promise<StoredSettings | undefined> =>
  await db
    .selectFrom('royalty_settings')
    .select(['service_name', 'category', 'territory', 'per_station', 'station_names'])
    .where('account_key', '=', account)
    .executeTakeFirst();

export const saveSettings = async (db: Db, account: AccountKey, settings: StoredSettings): Promise<void> => {
  const values = { ...settings, station_names: JSON.stringify(settings.station_names) };
  await db
    .insertInto('royalty_settings')
    .values({ account_key: account, ...values })
    .onConflict((conflict) => conflict.column('account_key').doUpdateSet({ ...values, updated: sql`now()` }))
    .execute();
};

export const companyOf = async (db: Db, account: AccountKey): Promise<string> =>
  (await db.selectFrom('accounts').select('company').where('key', '=', account).executeTakeFirst())?.company ?? '';
