import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import { lintAdsTxt, type AdsTxt } from '#contract/ads-txt.ts';
import type { StationKey } from '#contract/keys.ts';
import type { RawAnswer } from '#server/kernel/http/handler.ts';
import { refuse } from '#server/kernel/http/refuse.ts';
import { changeStationRow } from './change-station.repo.ts';
import { adsTxtOfMount, adsTxtRow } from './stations.repo.ts';
import type { StationsDeps } from './stations.service.ts';

type Deps = Pick<StationsDeps, 'db' | 'config' | 'clock'>;

/** The Authorized Digital Sellers of a station, what is wrong with them, and where buyers read them. */
export const adsTxt = async ({ db, config }: Deps, key: StationKey): Promise<AdsTxt> => {
  const row = (await adsTxtRow(db, key)) ?? refuse('station.notFound');
  return {
    text: row.ads_txt,
    ...lintAdsTxt(row.ads_txt),
    url: `${config.publicUrl.replace(/\/$/, '')}/ads/${row.streamname}/ads.txt`,
  };
};

/** Keeps the text as it is written: crawlers pass over the lines they can't read, and the reply names them. */
export const setAdsTxt = async (deps: Deps, key: StationKey, written: string): Promise<AdsTxt> => {
  await changeStationRow(deps.db, key, { ads_txt: written, updated: deps.clock.now() });
  return await adsTxt(deps, key);
};

/** The same for anybody; refuses with `station.notFound` where there is none, as an empty file would forbid every seller. */
export const publicAdsTxt = async (
  { db }: Pick<Deps, 'db'>,
  mount: string,
  reply: FastifyReply,
): Promise<RawAnswer<{ raw: 'binary'; type: string }>> => {
  const written = await adsTxtOfMount(db, mount);
  if (!written) return refuse('station.notFound');
  const bytes = Buffer.from(written.endsWith('\n') ? written : `${written}\n`);
  reply.header('cache-control', 'public, max-age=300');
  return { stream: Readable.from([bytes]), size: bytes.length };
};
