import type { PodcastAgent, PodcastAgentEngine } from '#server/engines/agents/port.ts';
import type { GeoEngine } from '#server/engines/geo/port.ts';
import { hashListener } from '#server/platform/address-hash.ts';
import type { Kernel, Tx } from '#server/kernel/kernel.ts';
import { storeVerdicts, nextUnjudged } from '../delivery/request-batches.repo.ts';
import type { DeliveredSlice } from '../delivery/slices.ts';
import { judge, type Judgement, type Listen } from './judge.ts';
import { findListens, saveListens, listenKey } from './listens.repo.ts';

export type JudgeDeps = Pick<Kernel, 'db' | 'secrets'> & { geo: GeoEngine; podcastAgents: PodcastAgentEngine };

const maxRefererLength = 300;

/**
 * Judges the oldest unjudged batch of requests, considering what each listener got before, in one transaction. False if
 * there is none.
 */
export const judgeNext = async (deps: JudgeDeps): Promise<boolean> =>
  await deps.db.transaction().execute(async (tx) => {
    const batch = await nextUnjudged(tx);
    if (!batch) return false;
    await storeVerdicts(tx, batch, await verdictRows(deps, tx, batch.slices));
    return true;
  });

const verdictRows = async (deps: JudgeDeps, tx: Tx, slices: readonly DeliveredSlice[]): Promise<object[]> => {
  const requests = await Promise.all(
    slices.map(async (slice) => ({
      slice,
      listener: await hashListener(deps.secrets, { ...slice, at: new Date(slice.started) }),
      agent: deps.podcastAgents.identify(slice.user_agent),
      place: await deps.geo.locate(slice.ip),
    })),
  );
  const listens = await findListens(
    tx,
    requests.map(({ slice, listener }) => ({ episode: slice.episode, listener })),
  );
  const changed = new Map<string, { episode: DeliveredSlice['episode']; listener: string; listen: Listen }>();
  const rows = requests.map(({ slice, listener, agent, place }) => {
    const key = listenKey(slice.episode, listener);
    const judgement = judge(slice, agent, listens.get(key));
    if (judgement.after) {
      listens.set(key, judgement.after);
      changed.set(key, { episode: slice.episode, listener, listen: judgement.after });
    }
    return rowOf(slice, judgement, { listener, agent, country: place.country });
  });
  await saveListens(tx, [...changed.values()]);
  return rows;
};

const rowOf = (
  slice: DeliveredSlice,
  { verdict, reason, isDownload }: Judgement,
  { listener, agent, country }: { listener: string; agent: PodcastAgent; country: string },
): object => {
  const { request, n, account, podcast, episode, method, status, size, from, to } = slice;
  const { app, device, os } = agent;
  return {
    ...{ request, n, account, podcast, episode, listener, country, app, device, os, method, status, size },
    last: Number(slice.last),
    at: timestamp(slice.at),
    started: timestamp(slice.started),
    referer: slice.referer.slice(0, maxRefererLength),
    first: from,
    bytes: to - from,
    download: Number(isDownload),
    verdict,
    reason,
  };
};

/** Milliseconds since the epoch in ClickHouse's text format of DateTime64, UTC. */
const timestamp = (ms: number): string => new Date(ms).toISOString().replace('T', ' ').slice(0, 23);
