import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import { lintAdsTxt, type AdsTxt } from '#contract/rules/ads-txt.ts';
import type { StationKey } from '#contract/rules/keys.ts';
import type { RawResult } from '#server/kernel/http/handler.ts';
import { refuse } from '#server/kernel/http/refuse.ts';
import { changeStationRow } from './change-station.repo.ts';
import { adsTxtOfMount, adsTxtRow } from './stations.repo.ts';
import type { StationsDeps } from './stations.service.ts';

type Deps = Pick<StationsDeps, 'db' | 'config' | 'clock'>;

/** A station's ads.txt (Authorized Digital Sellers), the problems in it, and its public URL. */
export const adsTxt = async ({ db, config }: Deps, key: StationKey): Promise<AdsTxt> => {
  const row = (await adsTxtRow(db, key)) ?? refuse('station.notFound');
  return {
    text: row.ads_txt,
    ...lintAdsTxt(row.ads_txt),
    url: `${config.publicUrl.replace(/\/$/, '')}/ads/${row.streamname}/ads.txt`,
  };
};

/** Stores the text unchanged: crawlers skip lines they can't parse, and the reply lists them as problems. */
export const setAdsTxt = async (deps: Deps, key: StationKey, text: string): Promise<AdsTxt> => {
  await changeStationRow(deps.db, key, { ads_txt: text, updated: deps.clock.now() });
  return await adsTxt(deps, key);
};

/** Serves ads.txt publicly; refuses with `station.notFound` if it is empty, as an empty file forbids every seller. */
export const publicAdsTxt = async (
  { db }: Pick<Deps, 'db'>,
  mount: string,
  reply: FastifyReply,
): Promise<RawResult<{ raw: 'binary'; type: string }>> => {
  const text = await adsTxtOfMount(db, mount);
  if (!text) return refuse('station.notFound');
  const bytes = Buffer.from(text.endsWith('\n') ? text : `${text}\n`);
  reply.header('cache-control', 'public, max-age=300');
  return { stream: Readable.from([bytes]), size: bytes.length };
};
