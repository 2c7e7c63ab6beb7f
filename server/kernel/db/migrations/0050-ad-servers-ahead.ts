import { sql, type Kysely } from 'kysely';

/** Reports to ad servers by host, ad servers that are asked for nobody in particular, and recordings of what was heard. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const statement of statements) await sql.raw(statement).execute(db);
};

const statements = [
  `alter table ad_tracking add host text not null default ''`,
  `update ad_tracking t set host = coalesce(substring(a.tracking -> t.event ->> t.n from '^[a-z]+://([^/?#]+)'), '')
    from ad_tickets a where a.id = t.ticket_id and t.state = 'waiting'`,
  'drop index ad_tracking_due',
  `create index ad_tracking_due on ad_tracking (host, due) where state = 'waiting'`,

  `alter table ad_providers add mode text not null default 'listener' check (mode in ('listener', 'pool'))`,
  // Answers for nobody in particular have no station, no session and no listener.
  `alter table ad_tickets alter station_key drop not null, add country text not null default ''`,
  `create index ad_tickets_pool on ad_tickets (until) where session = '' and used_at is null`,

  // Without a campaign its file is still to be removed.
  `create table ad_proofs (
    id uuid primary key, campaign_key text references campaigns on delete set null,
    station_key text references stations on delete set null, creative_id uuid not null, day date not null,
    at timestamptz not null, codec text not null, length_ms int not null, from_ms int not null, to_ms int not null,
    path text not null, bytes int not null, sha256 text not null, signature text not null)`,
  'create unique index ad_proofs_day on ad_proofs (campaign_key, day)',
  'create index ad_proofs_station on ad_proofs (station_key)',
  'create index ad_proofs_at on ad_proofs (at)',
];
