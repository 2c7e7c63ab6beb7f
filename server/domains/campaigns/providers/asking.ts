import type { Db } from '#server/kernel/kernel.ts';
import type { Planned } from '../plan/send-plan.ts';
import type { Asking } from './listeners-to-ask.ts';

/**
 * What ad servers may be asked: those that campaigns of the plan use, on stations that allow it. The same object as before if
 * nothing has changed.
 */
export const askingOf = async (db: Db, { content, stations }: Planned, before: Asking | undefined): Promise<Asking> => {
  const ids = (content.providers ?? []).map(({ id }) => id);
  const rows =
    ids.length === 0
      ? []
      : await db
          .selectFrom('ad_providers')
          .select(['id', 'tag_url', 'consent', 'mode'])
          .where('id', 'in', ids)
          .where('enabled', '=', true)
          .execute();
  const next: Asking = {
    content,
    stations: new Set(stations.flatMap(({ key, rules }) => (rules?.providerAds ? [key] : []))),
    providers: new Map(rows.map(({ id, tag_url, consent, mode }) => [id, { id, tag: tag_url, consent, mode }])),
  };
  return before && textOf(before) === textOf(next) ? before : next;
};

const textOf = ({ content, stations, providers }: Asking): string =>
  JSON.stringify([content, [...stations], [...providers.values()]]);
