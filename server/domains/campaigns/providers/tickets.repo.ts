import { sql } from 'kysely';
import type { AdTicket } from '#contract/engine/engine-ads.ts';
import type { CampaignKey, StationKey } from '#contract/rules/keys.ts';
import type { Db, Tx } from '#server/kernel/kernel.ts';
import type { AskedListener } from './vast/macros.ts';
import type { TrackingUrls } from './vast/read-vast.ts';

export type NewTicket = Omit<AdTicket, 'campaign'> & {
  campaign: CampaignKey;
  /** Null in an answer for nobody in particular. */
  station: StationKey | null;
  listener: AskedListener | null;
  tracking: TrackingUrls;
};

/** Stores an answer before the engine gets it. */
export const insertTicket = async (db: Db, ticket: NewTicket, now: Date): Promise<void> => {
  await db
    .insertInto('ad_tickets')
    .values({
      ...{ id: ticket.id, provider_id: ticket.provider, campaign_key: ticket.campaign, station_key: ticket.station },
      ...{ session: ticket.session, creative_id: ticket.spot, asked: now, until: new Date(ticket.until) },
      ...{ country: ticket.country ?? '', listener: ticket.listener && JSON.stringify(ticket.listener) },
      tracking: JSON.stringify(ticket.tracking),
    })
    .execute();
};

/** Answers that may still be used, which a process before this one got. */
export const openTickets = async (
  db: Db,
  now: Date,
): Promise<{ session: string; campaign_key: CampaignKey; until: Date }[]> =>
  await db
    .selectFrom('ad_tickets')
    .select(['session', 'campaign_key', 'until'])
    .where('until', '>', now)
    .where('session', '<>', '')
    .where('used_at', 'is', null)
    .limit(100_000)
    .execute();

/** Answers for nobody in particular that may still be used for a while. */
export const openPool = async (
  db: Db,
  now: Date,
): Promise<{ campaign_key: CampaignKey; provider_id: string; country: string; count: number }[]> =>
  (
    await sql<{ campaign_key: CampaignKey; provider_id: string; country: string; count: number }>`
      select campaign_key, provider_id, country, count(*)::int as count from ad_tickets
      where session = '' and used_at is null and until > ${now}::timestamptz + interval '1 minute'
      group by campaign_key, provider_id, country`.execute(db)
  ).rows;

/** The answers that sessions have used since then. */
export const usedSince = async (
  db: Db,
  since: Date,
): Promise<{ id: string; session: string; campaign_key: CampaignKey }[]> =>
  await db
    .selectFrom('ad_tickets')
    .select(['id', 'session', 'campaign_key'])
    .where('used_at', '>', since)
    .where('session', '<>', '')
    .limit(100_000)
    .execute();

export type HeardTicket = { id: string; provider_id: string; tracking: TrackingUrls };

export const lockTickets = async (tx: Tx, ids: readonly string[]): Promise<HeardTicket[]> =>
  (
    await sql<HeardTicket>`select id, provider_id, tracking from ad_tickets where id = any(${ids}::uuid[])
      order by id for update`.execute(tx)
  ).rows;

/** Marks answers as used; returns those that were not before. */
export const useTickets = async (tx: Tx, ids: readonly string[], now: Date): Promise<string[]> =>
  (
    await sql<{ id: string }>`update ad_tickets set used_at = ${now}
      where id = any(${ids}::uuid[]) and used_at is null returning id`.execute(tx)
  ).rows.map(({ id }) => id);

/** Adds reports to make; those that exist stay as they are. */
export const addTracking = async (
  tx: Tx,
  rows: readonly { ticket_id: string; event: string; n: number; host: string }[],
  now: Date,
): Promise<void> => {
  if (rows.length === 0) return;
  await sql`insert into ad_tracking (ticket_id, event, n, host, due)
    select r.ticket_id, r.event, r.n, r.host, ${now}
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (ticket_id uuid, event text, n smallint, host text)
    on conflict do nothing`.execute(tx);
};

export type Report = {
  ticket_id: string;
  event: keyof TrackingUrls;
  n: number;
  attempts: number;
  provider_id: string;
  host: string;
  url: string;
  listener: AskedListener | null;
  country: string;
  ad_id: string | null;
  media_url: string | null;
};

/** How many reports may be taken: in all, of one host, and of those hosts that have fewer left. */
export type Slots = { atMost: number; perHost: number; limited: readonly { host: string; slots: number }[] };

/** Takes reports that are due, the first ones of each host: whatever happens to this process, nobody takes them again. */
export const takeReports = async (db: Db, now: Date, { atMost, perHost, limited }: Slots): Promise<Report[]> =>
  (
    await sql<Report>`
      with recursive hosts as (
        (select host from ad_tracking where state = 'waiting' order by host limit 1)
        union all
        select (select t.host from ad_tracking t where t.state = 'waiting' and t.host > h.host order by t.host limit 1)
        from hosts h where h.host is not null),
      next as (
        select d.ticket_id, d.event, d.n from hosts h
        left join jsonb_to_recordset(${JSON.stringify(limited)}::jsonb) as l (host text, slots int) on l.host = h.host
        cross join lateral (select t.ticket_id, t.event, t.n, t.due from ad_tracking t
          where t.state = 'waiting' and t.host = h.host and t.due <= ${now}
          order by t.due limit greatest(0, coalesce(l.slots, ${perHost}::int))) d
        order by d.due limit ${atMost}),
      taken as (
        update ad_tracking t set state = 'sending', attempts = t.attempts + 1 from next
        where t.ticket_id = next.ticket_id and t.event = next.event and t.n = next.n and t.state = 'waiting'
        returning t.ticket_id, t.event, t.n, t.attempts, t.host)
      select taken.*, a.provider_id, a.tracking -> taken.event ->> taken.n as url, a.listener, a.country,
        k.ad_id, k.media_url
      from taken join ad_tickets a on a.id = taken.ticket_id
      left join lateral (select ad_id, media_url from provider_creatives
        where provider_id = a.provider_id and creative_id = a.creative_id limit 1) k on true`.execute(db)
  ).rows;

/** Ends a report, or puts it back until it is due again. */
export const endReport = async (
  db: Db | Tx,
  { ticket_id, event, n }: Pick<Report, 'ticket_id' | 'event' | 'n'>,
  values: { state: 'waiting' | 'sent' | 'failed'; due?: Date; error: string },
): Promise<void> => {
  await db
    .updateTable('ad_tracking')
    .set(values)
    .where('ticket_id', '=', ticket_id)
    .where('event', '=', event)
    .where('n', '=', n)
    .where('state', '=', 'sending')
    .execute();
};

/** Reports of a killed process: they may have arrived, so they are not made again. */
export const endInterrupted = async (db: Db): Promise<void> => {
  await sql`update ad_tracking set state = 'sent', error = 'interrupted' where state = 'sending'`.execute(db);
};

/** Removes who was asked for once nothing more is reported, and answers that are a week old. */
export const forgetTickets = async (db: Db, now: Date): Promise<void> => {
  await sql`update ad_tickets a set listener = null where listener is not null
    and until < ${now}::timestamptz - interval '1 day' and not exists (select from ad_tracking t
      where t.ticket_id = a.id and t.state in ('waiting', 'sending'))`.execute(db);
  await sql`delete from ad_tickets where asked < ${now}::timestamptz - interval '7 days'`.execute(db);
};
