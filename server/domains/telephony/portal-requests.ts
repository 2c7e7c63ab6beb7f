import { sql, type RawBuilder } from 'kysely';
import type { StationKey } from '#contract/rules/keys.ts';
import type { PortalRequest } from '#contract/api/telephony-admin.ts';
import type { LineStatus } from '#contract/api/telephony.ts';
import { checkDepth, countRows } from '#server/kernel/db/list-page.ts';
import { refuse } from '#server/kernel/http/refuse.ts';
import type { Db, Tx } from '#server/kernel/kernel.ts';

type Page = { page: number; size: number; status?: LineStatus | undefined };
type Row = Omit<PortalRequest, 'requested'> & { requested: Date };

/** Requests for phone numbers of stations that exist: those that wait first, the oldest first, then the newest. */
export const listRequests = async (
  db: Db,
  { page, size, status }: Page,
): Promise<{ entities: PortalRequest[]; total: number; capped: boolean }> => {
  checkDepth(page * size, 'page');
  const where = sql`stations.deleted_at is null and ${status === undefined ? sql`true` : sql`request.status = ${status}`}`;
  const [counted, rows] = await Promise.all([
    countRows(
      db,
      sql`select from phone_requests request join stations on stations.key = request.station_key where ${where}`,
    ),
    selectRequests(
      db,
      sql`${where} order by request.status = 'request_pending' desc,
        case when request.status = 'request_pending' then request.requested end, request.requested desc, stations.key
        limit ${size} offset ${page * size}`,
    ),
  ]);
  return { entities: rows, ...counted };
};

/** The request of one station. */
export const portalRequest = async (db: Db | Tx, station: StationKey): Promise<PortalRequest> =>
  (await selectRequests(db, sql`request.station_key = ${station}`))[0] ?? refuse('ctl.noRequest');

const selectRequests = async (db: Db | Tx, which: RawBuilder<unknown>): Promise<PortalRequest[]> => {
  const { rows } = await sql<Row>`
    select jsonb_build_object('key', stations.key, 'name', stations.name, 'account', stations.account_key) as station,
      accounts.company, request.status, request.country, request.note, request.reason, request.requested,
      coalesce(nullif(trim(users.first_name || ' ' || users.last_name), ''), users.email, '') as requested_by,
      coalesce((select jsonb_agg(did order by main desc, did) from phone_numbers where station_key = stations.key), '[]') as numbers
    from phone_requests request
    join stations on stations.key = request.station_key
    join accounts on accounts.key = stations.account_key
    left join users on users.id::text = request.requested_by
    where ${which}`.execute(db);
  return rows.map((row) => ({ ...row, requested: row.requested.toISOString() }));
};
