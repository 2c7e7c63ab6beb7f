import type { SpotEvent } from '#contract/engine.ts';
import type { ChosenSpot } from '#shared/ads/choose.ts';
import type { BusMessage, FrameBatch, StationHead } from '#streaming/bus/batch.ts';
import type { Cohorts, Listener } from './cohorts.ts';
import { createHearing, type Hearing } from './hearing.ts';
import { metadataBlock } from './icy.ts';
import { createLane, type Lane } from './lanes.ts';
import { podHearing, podKey, timePod, type ChannelAds, type Pod } from './pods.ts';
import type { Session } from './sessions.ts';

type Break = Extract<BusMessage, { type: 'break' }>;
type LaneEntry = { isMid: boolean; lane: Lane; hearing: Hearing<Listener>; from: number; to: number };

/** The spots of a listener who arrives. */
export type PreRoll = { lane: Lane; joined(listener: Listener): void };

export type ChannelBreaks = {
  /** Chooses what a listener hears instead of the stream's beginning, a burst of `from` to `to` µs of the station's audio clock. */
  welcome(session: Session, from: number, to: number): PreRoll | undefined;
  /** Gives listeners that got everything up to batch `number` their lanes. Yields after some. */
  begin(message: Break, number: number): Generator<void>;
  /** Ends the spots of a break at `at`, µs of the station's audio clock. Yields after some lanes. */
  end(at: number): Generator<void>;
  /** The station's clock started over: everything ends at `at`, and what was not counted by now is not. */
  restart(at: number): Generator<void>;
  /** Counts what could be heard once a batch is written. Yields after some listeners. */
  count(batch: FrameBatch): Generator<void>;
  left(listener: Listener): void;
};

/** Programs that only look whether there is a stream are gone by then, µs. */
const staysUs = 3_000_000;

type Options = { head(): StationHead; cohorts: Cohorts; ads: ChannelAds; perTurn: number };

/** The breaks of one station at the edge: listeners with the same spots share a lane. */
export function createChannelBreaks({ head, cohorts, ads, perTurn }: Options): ChannelBreaks {
  let open: LaneEntry[] = [];
  let lastLane = 0;
  /** Where something can be counted next, µs of the station's audio clock. */
  let dueAt = -Infinity;
  const blocks = new WeakMap<ChosenSpot['campaign'], Buffer>();
  let reported: SpotEvent[] = [];

  /** Records what was counted in this turn of the event loop at once: one write for all lanes. */
  const flush = (): void => {
    if (reported.length > 0) ads.report(reported);
    reported = [];
  };
  const blockOf = (campaign: ChosenSpot['campaign']): Buffer => {
    const { advertiser, link } = campaign;
    const block =
      blocks.get(campaign) ?? metadataBlock(advertiser ? `Advertisement: ${advertiser}` : 'Advertisement', link);
    blocks.set(campaign, block);
    return block;
  };

  /** Bytes that players hold back are those of the burst: more than these must not wait in this process. */
  const isThrough = ({ socket }: Listener): boolean =>
    socket.writableLength <= (head().burst_ms / 1000) * (head().format.bitrate / 8);

  const createEntry = ({ id, at }: Pick<Break, 'id' | 'at'>, kind: 'pre' | 'mid', pod: Pod): LaneEntry => {
    const { codec, samples, frameUs, spots, length } = timePod(pod, head().format);
    const lane = createLane({
      ...{ id: ++lastLane, codec, samples, frameUs, from: at },
      spots: pod.map(({ rendition, campaign }) => ({ rendition, block: blockOf(campaign) })),
    });
    dueAt = -Infinity;
    const hearing = createHearing<Listener>({
      ...podHearing(ads, id, kind, spots),
      ...{ isThrough, perTurn, report: (events) => void reported.push(...events) },
    });
    return { isMid: kind === 'mid', lane, hearing, from: at, to: at + length };
  };

  const cut = (entry: LaneEntry, at: number): void => {
    if (at >= entry.to) return;
    entry.lane.end(at);
    entry.hearing.cut(at - entry.from);
    dueAt = -Infinity;
    entry.to = at;
  };

  return {
    welcome(session, from, to) {
      const pod = ads.preRoll(session, head());
      if (pod.length === 0) return undefined;
      const entry = createEntry({ id: `pre-${session.session}`, at: from }, 'pre', pod);
      open.push(entry);
      const leases = pod.map(({ lease }) => lease);
      // The burst is sent at once: what is in it counts only if the listener stays for as long as it lasts.
      const stays = to - from + Math.max(0, staysUs - head().burst_ms * 1000);
      return { lane: entry.lane, joined: (listener) => entry.hearing.add(listener, leases, stays) };
    },
    *begin(message, number) {
      const lanes = new Map<string, LaneEntry>();
      const move = cohorts.startMoving();
      let [listeners, withSpot, asked] = [0, 0, 0];
      for (const listener of cohorts.all().flatMap((cohort) => [...cohort.listeners])) {
        if (listener.seen > number || listener.socket.destroyed) continue;
        listeners += 1;
        // Who still hears a spot from their arrival hears that to its end.
        const isBusy = listener.cohort.lane !== undefined;
        const pod = isBusy ? [] : ads.choose(listener.session, head(), { ms: message.ms, position: 'mid' });
        if (pod.length > 0) {
          withSpot += 1;
          const key = podKey(pod);
          const entry = lanes.get(key) ?? createEntry(message, 'mid', pod);
          if (!lanes.has(key)) {
            lanes.set(key, entry);
            open.push(entry);
          }
          entry.hearing.add(
            listener,
            pod.map(({ lease }) => lease),
          );
          move(listener, entry.lane);
        }
        if (++asked % perTurn === 0) yield;
      }
      ads.chosen(message.id, listeners, withSpot);
    },
    *end(at) {
      let ended = 0;
      for (const entry of open.filter(({ isMid }) => isMid)) {
        cut(entry, at);
        if (++ended % perTurn !== 0) continue;
        flush();
        yield;
      }
      flush();
    },
    *restart(at) {
      const ended = open;
      open = [];
      for (const [index, entry] of ended.entries()) {
        cut(entry, at);
        if (index % perTurn !== perTurn - 1) continue;
        flush();
        yield;
      }
      flush();
    },
    *count(batch) {
      if (open.length === 0) return;
      const played = batch.at + batch.duration - head().burst_ms * 1000;
      if (played < dueAt) return;
      let counted = 0;
      for (const { hearing, from } of open) {
        if (played - from < hearing.dueAt) continue;
        for (const _turn of hearing.advance(played - from)) {
          flush();
          yield;
        }
        if (++counted % perTurn !== 0) continue;
        flush();
        yield;
      }
      flush();
      open = open.filter(({ hearing }) => !hearing.isOver);
      dueAt = open.reduce((least, { hearing, from }) => Math.min(least, from + hearing.dueAt), Infinity);
    },
    left(listener) {
      ads.left(listener.session);
      for (const { hearing } of open) hearing.remove(listener);
    },
  };
}
