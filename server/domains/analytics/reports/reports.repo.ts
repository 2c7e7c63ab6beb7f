import { sql, type RawBuilder } from 'kysely';
import type { AccountKey, PodcastKey, StationKey } from '#contract/rules/keys.ts';
import type { ReportKind, ReportPlan } from '#contract/api/report-schedule.ts';
import type { Db, Tx } from '#server/kernel/kernel.ts';
import { contextColumns, keyOfContext, isInContext, type ReportContext } from './report-context.ts';

/** A report with its context: name, current time zone, and whether anything may be sent. */
export type ScheduleRow = Pick<ReportPlan, 'every' | 'weekday' | 'hour'> & {
  id: string;
  kind: ReportKind;
  account_key: AccountKey | null;
  station_key: StationKey | null;
  /** Also set for a station's report; null for the portal. */
  account: AccountKey | null;
  name: string;
  /** The single podcast or station that the report covers, and its name. */
  about_podcast: PodcastKey | null;
  about_station: StationKey | null;
  about_name: string | null;
  /** The time zone it was scheduled in, and the current one. */
  zone: string;
  zone_now: string;
  next: Date;
  by: string;
  isActive: boolean;
};

/**
 * An account's time zone is that of its oldest station, as in its statistics; a report on one station uses that
 * station's. The podcast or station must belong to the account; otherwise not even its name is returned.
 */
const schedules = sql`
  (select r.*, a.key as account, coalesce(s.name, a.company, '') as name,
    coalesce(p.title, o.name) as about_name,
    coalesce(o.default_timezone, case when r.station_key is null then oldest.default_timezone else s.default_timezone end, 'UTC') as zone_now,
    coalesce(nullif(trim(u.first_name || ' ' || u.last_name), ''), u.email, '') as by,
    coalesce(s.deleted_at, s.suspended_at, a.deleted_at, a.suspended_at, o.deleted_at, o.suspended_at) is null
      and (r.about_podcast is null or p.key is not null)
      and (r.about_station is null or o.key is not null) as "isActive"
  from report_schedules r
  left join stations s on s.key = r.station_key
  left join accounts a on a.key = coalesce(r.account_key, s.account_key)
  left join podcasts p on p.key = r.about_podcast and p.account_key = r.account_key
  left join stations o on o.key = r.about_station and o.account_key = r.account_key
  left join users u on u.id = r.created_by
  left join lateral (select default_timezone from stations where account_key = r.account_key
    order by created, key limit 1) oldest on true)`;

const select = async (db: Db | Tx, where: RawBuilder<unknown>): Promise<ScheduleRow[]> =>
  (
    await sql<ScheduleRow>`select id, kind, account_key, station_key, account, name, about_podcast, about_station,
      about_name, every, weekday, hour, zone, zone_now, next, by, "isActive" from ${schedules} r where ${where}`.execute(
      db,
    )
  ).rows;

/** The reports of a context; for an account also those of its stations. */
export const schedulesOf = async (db: Db, context: ReportContext): Promise<ScheduleRow[]> =>
  await select(
    db,
    sql`${context.scope === 'account' ? sql`r.account = ${context.account}` : isInContext('r', context)}
      order by r.station_key is not null, r.name, r.kind, r.created, r.id limit 2000`,
  );

/** One report of exactly this context. */
export const findSchedule = async (db: Db | Tx, context: ReportContext, id: string): Promise<ScheduleRow | undefined> =>
  (await select(db, sql`r.id = ${id} and ${isInContext('r', context)}`))[0];

export const scheduleById = async (db: Db | Tx, id: string): Promise<ScheduleRow | undefined> =>
  (await select(db, sql`r.id = ${id}`))[0];

/**
 * Reports that are due, or whose time zone has changed since they were scheduled; locked, skipping those that another
 * process holds.
 */
export const lockDueSchedules = async (tx: Tx, now: Date, most: number): Promise<ScheduleRow[]> => {
  const { rows } = await sql<{ id: string }>`
    select id from report_schedules where id in (
      select r.id from ${schedules} r where r.next <= ${now} or r.zone <> r.zone_now order by r.next limit ${most})
    for update skip locked`.execute(tx);
  if (rows.length === 0) return [];
  return await select(tx, sql`r.id = any(${rows.map(({ id }) => id)}::uuid[])`);
};

/** Locks the context for adding reports; returns how many it has, and its time zone. */
export const lockContext = async (tx: Tx, context: ReportContext): Promise<{ reports: number; zone: string }> => {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`reports ${keyOfContext(context)}`}, 0))`.execute(tx);
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from report_schedules r where ${isInContext('r', context)}`.execute(tx);
  return { reports: rows[0]?.count ?? 0, zone: await zoneOf(tx, context) };
};

/** Whether a podcast or station belongs to the reports' account; prevents transfers until commit. */
export const belongsToContext = async (
  tx: Tx,
  context: ReportContext,
  key: PodcastKey | StationKey,
): Promise<boolean> => {
  if (context.scope !== 'account') return false;
  await tx.selectFrom('accounts').select('key').where('key', '=', context.account).forKeyShare().execute();
  const { rows } = await sql`
    select from podcasts where key = ${key} and account_key = ${context.account}
    union all select from stations where key = ${key} and account_key = ${context.account}`.execute(tx);
  return rows.length > 0;
};

/** A station's time zone; an account's is that of its oldest station; the portal's is UTC. */
export const zoneOf = async (
  db: Db | Tx,
  context: ReportContext | { scope: 'station'; station: StationKey },
): Promise<string> => {
  if (context.scope === 'portal') return 'UTC';
  const stations = db.selectFrom('stations').select('default_timezone');
  const own =
    context.scope === 'station'
      ? stations.where('key', '=', context.station)
      : stations.where('account_key', '=', context.account).orderBy('created').orderBy('key').limit(1);
  return (await own.executeTakeFirst())?.default_timezone ?? 'UTC';
};

type Planned = Pick<ScheduleRow, 'every' | 'weekday' | 'hour' | 'zone' | 'next'>;
type About = Pick<ScheduleRow, 'kind' | 'about_podcast' | 'about_station'>;

export const insertSchedule = async (
  tx: Tx,
  context: ReportContext,
  plan: Planned & About,
  user: string,
): Promise<string> => {
  const values = { ...contextColumns(context), ...plan, created_by: user };
  return (await tx.insertInto('report_schedules').values(values).returning('id').executeTakeFirstOrThrow()).id;
};

export const updateSchedule = async (
  tx: Tx,
  id: string,
  plan: Partial<Planned> & { updated?: Date },
): Promise<void> => {
  await tx.updateTable('report_schedules').set(plan).where('id', '=', id).execute();
};

export const deleteSchedule = async (db: Db, id: string): Promise<void> => {
  await db.deleteFrom('report_schedules').where('id', '=', id).execute();
};

/** The report addresses in a station's settings. */
export const reportsEmailsOf = async (db: Db, station: StationKey): Promise<string[]> => {
  const found = await db
    .selectFrom('stations')
    .select('reports_settings')
    .where('key', '=', station)
    .executeTakeFirst();
  return found?.reports_settings.emails ?? [];
};

/**
 * Deletes the views and scheduled reports of a station that moves to another account, and the old account's reports on
 * it and its podcasts: their recipients have no access any more.
 */
export const forgetStationReports = async (tx: Tx, station: StationKey): Promise<void> => {
  await tx.deleteFrom('saved_views').where('station_key', '=', station).execute();
  await tx
    .deleteFrom('report_schedules')
    .where((is) =>
      is.or([
        is('station_key', '=', station),
        is('about_station', '=', station),
        is('about_podcast', 'in', is.selectFrom('podcasts').select('key').where('station_key', '=', station)),
      ]),
    )
    .execute();
};
