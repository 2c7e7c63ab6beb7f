import type { PodcastAgent, PodcastAgentEngine } from '#server/engines/agents/port.ts';
import type { GeoEngine, Place } from '#server/engines/geo/port.ts';
import { hashListener } from '#server/platform/address-hash.ts';
import type { Kernel, Tx } from '#server/kernel/kernel.ts';
import { storeVerdicts, nextUnjudged } from '../delivery/request-batches.repo.ts';
import type { DeliveredSlice } from '../delivery/slices.ts';
import type { CountSpots, HeardSpot } from './count-spots.service.ts';
import { judge, type Judgement, type Listen } from './judge.ts';
import { findListens, saveListens, listenKey } from './listens.repo.ts';

export type JudgeDeps = Pick<Kernel, 'db' | 'secrets'> & {
  geo: GeoEngine;
  podcastAgents: PodcastAgentEngine;
  countSpots: CountSpots;
};

const maxRefererLength = 300;

/**
 * Judges the oldest unjudged batch of requests, considering what each listener got before, in one transaction. False if
 * there is none.
 */
export const judgeNext = async (deps: JudgeDeps): Promise<boolean> =>
  await deps.db.transaction().execute(async (tx) => {
    const batch = await nextUnjudged(tx);
    if (!batch) return false;
    const { rows, heard } = await judgeSlices(deps, tx, batch.slices);
    const impressions = heard.length === 0 ? [] : await deps.countSpots(tx, heard);
    await storeVerdicts(tx, batch, rows, impressions.map(impressionRow));
    return true;
  });

type Judged = { rows: object[]; heard: HeardSpot[] };

const judgeSlices = async (deps: JudgeDeps, tx: Tx, slices: readonly DeliveredSlice[]): Promise<Judged> => {
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
  const heard = new Map<string, HeardSpot>();
  const rows = requests.map(({ slice, listener, agent, place }) => {
    const key = listenKey(slice.episode, listener);
    const judgement = judge(slice, agent, listens.get(key));
    if (judgement.after) {
      listens.set(key, judgement.after);
      changed.set(key, { episode: slice.episode, listener, listen: judgement.after });
    }
    for (const spot of judgement.heard)
      heard.set(`${key} ${spot.slot} ${spot.lease}`, { spot, listener, slice, agent, place });
    return rowOf(slice, judgement, { listener, agent, place });
  });
  await saveListens(tx, [...changed.values()]);
  return { rows, heard: [...heard.values()] };
};

const rowOf = (
  slice: DeliveredSlice,
  { verdict, reason, isDownload }: Judgement,
  { listener, agent, place }: { listener: string; agent: PodcastAgent; place: Place },
): object => {
  const { request, n, account, podcast, episode, method, status, size, from, to } = slice;
  const { app, device, os } = agent;
  return {
    ...{ request, n, account, podcast, episode, listener, app, device, os, method, status, size },
    ...placeColumns(place),
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

const impressionRow = ({ spot, slice, agent, place, price }: HeardSpot): object => ({
  ...{ at: timestamp(slice.at), account: slice.account, podcast: slice.podcast, episode: slice.episode },
  ...{ campaign: spot.campaign, spot: spot.creative, lease: spot.lease, slot: spot.slot, kind: spot.position },
  ...placeColumns(place),
  ...{ app: agent.app, device: agent.device, payout: spot.payout },
  ...price,
});

const placeColumns = ({ country, region, city }: Place): Place => ({ country, region, city });

/** Milliseconds since the epoch in ClickHouse's text format of DateTime64, UTC. */
const timestamp = (ms: number): string => new Date(ms).toISOString().replace('T', ' ').slice(0, 23);
