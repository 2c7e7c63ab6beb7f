import { sql } from 'kysely';
import type { Db } from '#server/kernel/kernel.ts';

/** Number of rows; `tracks` are those in the library of one station. */
export type Size = { accounts: number; stations: number; users: number; tracks: number };

/** The names that the cases search for; all others are random syllables. */
export const planted = {
  /** In half of all names. */
  frequentWord: 'Radio',
  /** In three station names and three company names of all. */
  rareWord: 'Quetzalcoatl',
  /** In one of a thousand names. */
  accented: 'Größenwahn',
} as const;

/**
 * Subjects of the issuer: the only owner of an account, an agency user with 500 accounts, a staff user of one station.
 */
export const subjects = { owner: 'user-7', agency: 'user-1', staff: 'user-9' } as const;
const agencyAccounts = 500;

/**
 * Fills an empty, migrated database: two stations per account, an owner for each account, a member for every second
 * station; half of the names share a word. The same size always gives the same database.
 */
export const fillDatabase = async (db: Db, issuer: string, size: Size): Promise<void> => {
  await db.connection().execute(async (connection) => {
    // No events for these rows.
    await sql`alter table stations disable trigger stations_created`.execute(connection);
    await sql`set maintenance_work_mem = '256MB'`.execute(connection);
    await insertUsers(connection, issuer, size.users);
    await insertAccounts(connection, size.accounts);
    await insertStations(connection, size);
    await insertSubscriptions(connection, size.accounts);
    await insertMembers(connection, size);
    await insertTracks(connection, size.tracks);
    await sql`alter table stations enable trigger stations_created`.execute(connection);
  });
  await sql`vacuum analyze`.execute(db);
  // All writes reach the disk before anything is measured.
  await sql`checkpoint`.execute(db);
};

const insertUsers = (db: Db, issuer: string, users: number) =>
  sql`insert into users (issuer, subject, email, email_verified, first_name, last_name, created, updated)
    select ${issuer}, 'user-' || n, lower(${word(sql`n`, 'first')} || '.' || ${word(sql`n`, 'last')}) || n || '@example.com',
      true, ${word(sql`n`, 'first')}, ${word(sql`n`, 'last')}, ${timestamp(sql`n`)}, ${timestamp(sql`n * 3`)}
    from generate_series(1, ${users}::int) as n`.execute(db);

const insertAccounts = (db: Db, accounts: number) =>
  sql`insert into accounts (key, company, email, country, created, updated, suspended_at)
    select ${key('a', sql`n`)}, ${name(sql`n`, sql`array['Media', 'Radio', 'Radio', 'Sound', 'Radio', 'Broadcast']`)},
      'office' || n || '@example.com', 'DE', ${timestamp(sql`n * 5`)}, ${timestamp(sql`n * 7`)},
      case when n % 500 = 3 then now() end
    from generate_series(1, ${accounts}::int) as n`.execute(db);

/** Two of three on trial. */
const insertSubscriptions = (db: Db, accounts: number) =>
  sql`insert into subscriptions (account_key, plan, status)
    select ${key('a', sql`n`)}, case when n % 3 = 0 then 'prime' else 'trial' end,
      case when n % 3 = 0 then 'active' else 'trialing' end
    from generate_series(1, ${accounts}::int) as n`.execute(db);

const insertStations = (db: Db, { accounts, stations }: Size) =>
  sql`insert into stations (key, account_key, name, streamname, pretty_url, station_service_type, activation_status,
      bitrate, sample_rate, burst, settings, source_password, type, created, updated, suspended_at, featured,
      default_timezone)
    select ${key('s', sql`n`)}, ${key('a', sql`(n - 1) % ${accounts}::int + 1`)},
      ${name(sql`n + 1000000`, sql`array['Radio', 'FM', 'Radio', 'Hits', 'Radio', 'Live']`)},
      'mount-' || n, 'mount-' || n, 72, 4, 128000, 44100, 5000,
      '{"mix_offset":550,"mix_speed":300,"project_type":2,"mp4":false,"allow_secure":false,"interrupt_master":false,
        "call_in_allowed":false,"studio_allowed":false,"metadata":"","relay_url":"","fingerprint_category":0,
        "failover_settings":[]}', 'password', case when n % 300 = 0 then 2 else 1 end,
      ${timestamp(sql`n * 11`)}, ${timestamp(sql`n * 13`)}, case when n % 700 = 5 then now() end, n % 2000 = 9,
      'Europe/Berlin'
    from generate_series(1, ${stations}::int) as n`.execute(db);

const insertMembers = async (db: Db, { accounts, stations, users }: Size): Promise<void> => {
  await sql`insert into account_members (account_key, user_id, role)
    select ${key('a', sql`m.n`)}, u.id, 'owner'
    from (select n, n % ${users}::int + 1 as person from generate_series(1, ${accounts}::int) as n) m
    join users u on u.subject = 'user-' || m.person
    on conflict do nothing`.execute(db);
  await sql`insert into account_members (account_key, user_id, role)
    select ${key('a', sql`n * 37`)}, (select id from users where subject = ${subjects.agency}), 'admin'
    from generate_series(1, least(${agencyAccounts}::int, ${accounts}::int / 37)) as n
    on conflict do nothing`.execute(db);
  await sql`insert into station_members (station_key, user_id, role)
    select ${key('s', sql`m.n`)}, u.id, 'staff'
    from (select n, n % ${users}::int + 1 as person from generate_series(1, ${stations}::int, 2) as n) m
    join users u on u.subject = 'user-' || m.person
    on conflict do nothing`.execute(db);
};

/**
 * The library of one station, 10,000 of its tracks in the playlist, and as many tracks again in a thousand other
 * stations.
 */
const insertTracks = async (db: Db, tracks: number): Promise<void> => {
  for (const [salt, station] of [
    ['own', key('s', sql`1`)],
    ['other', key('s', sql`2 + n % 1000`)],
  ] as const)
    await sql`insert into tracks (key, station_key, title, artist, album, duration_ms, size, filename, original, sha256, state, created)
      select ${key('t', sql`${salt}::text || n`)}, ${station}, ${name(sql`n`, sql`array['Radio', 'Song', 'Radio', 'Love', 'Radio', 'Night']`)},
        ${word(sql`n % 3000`, 'artist')} || ' ' || ${word(sql`n % 3000`, 'band')}, ${word(sql`n % 6000`, 'album')},
        120000 + ${spread(sql`n`, 'long')} % 240000, 5000000, n || '.mp3', 'originals/' || n, md5(n::text), 'ready', ${timestamp(sql`n`)}
      from generate_series(1, ${tracks}::int) as n`.execute(db);
  await sql`insert into autodj (station_key) values (${key('s', sql`1`)}) on conflict do nothing`.execute(db);
  await sql`insert into playlist_tracks (station_key, track_key, position)
    select station_key, key, row_number() over (order by key) from tracks where station_key = ${key('s', sql`1`)}
    limit 10000`.execute(db);
};

/** The key of the station with the large library. */
export const fullStation = async (db: Db): Promise<string> => {
  const { rows } = await sql<{ key: string }>`select ${key('s', sql`1`)} as key`.execute(db);
  return rows[0]?.key ?? '';
};

type Fragment = ReturnType<typeof sql>;

/** The key of row `n`, in the alphabet of keys. */
const key = (prefix: string, n: Fragment): Fragment =>
  sql`${prefix}::text || '-' || left(translate(md5(${prefix}::text || (${n})::text), '0', 'z'), 22)`;

/** A time within the last three years for row `n`. */
const timestamp = (n: Fragment): Fragment =>
  sql`timestamptz '2026-11-01' - ((${spread(n, 'when')}) % 94608000) * interval '1 s'`;

/** A pseudo-random integer, the same for the same `n`. */
const spread = (n: Fragment, salt: string): Fragment => sql`(hashtext(${salt}::text || (${n})::text)::bigint & 2147483647)`;

/** A word of three syllables, one of 8,000. */
const word = (n: Fragment, salt: string): Fragment =>
  sql`initcap(${syllable(n, `${salt}1`)} || ${syllable(n, `${salt}2`)} || ${syllable(n, `${salt}3`)})`;
const syllable = (n: Fragment, salt: string): Fragment =>
  sql`(array['ra','mi','lo','ke','tü','san','ber','vo','ni','gel','ñu','tor','pa','é','zim','wa','du','chi','fro','hel'])
    [1 + ${spread(n, salt)} % 20]`;

const name = (n: Fragment, kinds: Fragment): Fragment =>
  sql`case when (${n}) % 1000000 in (123, 4567, 89012) then ${planted.rareWord}::text || ' ' else '' end
    || case when (${n}) % 1000 = 7 then ${planted.accented}::text || ' ' else '' end
    || ${word(n, 'a')} || ' ' || (${kinds})[1 + ${spread(n, 'kind')} % 6] || ' ' || ${word(n, 'b')}`;
