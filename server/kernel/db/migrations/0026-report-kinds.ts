import { sql, type Kysely } from 'kysely';

/** Reports beyond listening; and whether a recipient confirmed a report, or gets it as a user with access. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const statement of statements) await sql.raw(statement).execute(db);
};

const statements = [
  `alter table report_schedules
    add column kind text not null default 'streaming' check (kind in ('streaming', 'podcasts', 'ctl', 'app')),
    add column about_podcast text collate "C" references podcasts on delete cascade,
    add column about_station text collate "C" references stations on delete cascade,
    add check (about_podcast is null or kind = 'podcasts'), add check (about_station is null or kind = 'app')`,
  `create index report_schedules_podcast on report_schedules (about_podcast) where about_podcast is not null`,
  `create index report_schedules_about_station on report_schedules (about_station) where about_station is not null`,
  `alter table report_recipients add column agreed boolean not null default false`,
  // Recipients who confirmed one report of an account count as having confirmed the others, which sent no request.
  `update report_recipients p set agreed = true
    from report_schedules r left join stations s on s.key = r.station_key
    where r.id = p.schedule_id and p.state = 'confirmed' and exists (
      select from report_recipients o join report_schedules ro on ro.id = o.schedule_id
      left join stations so on so.key = ro.station_key
      where o.email = p.email and o.state = 'confirmed' and o.asked is not null
        and coalesce(ro.account_key, so.account_key) is not distinct from coalesce(r.account_key, s.account_key))`,
];
