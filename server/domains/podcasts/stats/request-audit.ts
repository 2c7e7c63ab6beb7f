import type { ClickHouseClient } from '@clickhouse/client';
import type { EpisodeKey } from '#contract/rules/keys.ts';
import type { PodcastVerdict } from '#contract/api/podcast-stats.ts';
import { queryRows, literal, within } from '#server/platform/clickhouse/query.ts';
import { downloadsFilter, type DownloadsQuery } from './download-queries.ts';

export type AuditedRequest = {
  id: string;
  ms: number;
  episode: EpisodeKey;
  listener: string;
  country: string;
  app: string;
  device: string;
  status: number;
  from: number;
  bytes: number;
  size: number;
  verdict: PodcastVerdict;
  reason: string;
};
export type AuditQuery = DownloadsQuery & { verdict: PodcastVerdict | undefined };

/** SQL for one row per request, combining its slices. */
const requests = (asked: AuditQuery): string =>
  `select request as id, toFloat64(toUnixTimestamp64Milli(min(started))) as ms, any(episode) as of_episode,
    toString(any(listener)) as who, toString(any(country)) as place, toString(any(app)) as with_app,
    toString(any(device)) as with_device, any(status) as answered, toFloat64(min(first)) as since,
    toFloat64(sum(bytes)) as sent, toFloat64(any(size)) as whole, toString(argMax(verdict, n)) as final,
    argMax(reason, n) as why
  from podcast_requests where ${downloadsFilter(asked)} and ${within(asked.period)} group by request
  ${asked.verdict === undefined ? '' : `having final = ${literal(asked.verdict)}`}`;

/** One page of requests, the newest first. */
export const listRequests = async (
  clickhouse: ClickHouseClient,
  asked: AuditQuery,
  { limit, offset }: { limit: number; offset: number },
): Promise<AuditedRequest[]> =>
  await queryRows(
    clickhouse,
    `select id, ms, of_episode as episode, who as listener, place as country, with_app as app, with_device as device,
      answered as status, since as from, sent as bytes, whole as size, final as verdict, why as reason
    from (${requests(asked)}) order by ms desc, id limit ${String(limit)} offset ${String(offset)}`,
  );

/** The total number of matching requests. */
export const countRequests = async (clickhouse: ClickHouseClient, asked: AuditQuery): Promise<number> => {
  const found = await queryRows<{ total: number }>(
    clickhouse,
    `select toFloat64(count()) as total from (${requests(asked)})`,
  );
  return found[0]?.total ?? 0;
};
