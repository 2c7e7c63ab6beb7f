import type { SpotEvent } from '#contract/engine/engine.ts';
import type { ChosenSpot } from '#shared/ads/choose.ts';
import type { Rendition } from '#streaming/ads/spot-files.ts';
import type { BusMessage, FrameBatch, StationHead } from '#streaming/bus/batch.ts';
import { createBreakLanes, type BreakLanes } from './break-lanes.ts';
import { createBreakProofs, type BreakProofs } from './break-proofs.ts';
import type { Cohorts, Listener } from './cohorts.ts';
import { createHearing, type Hearing } from './hearing.ts';
import { metadataBlock } from './icy.ts';
import { createLaneFrames, type LaneFrames, type LaneSpot } from './lane-frames.ts';
import { createLane, type Lane } from './lanes.ts';
import { breakHearing, createPodTimes, frameFormat, lastsUs, timePod, type ChannelAds, type Pod } from './pods.ts';
import type { Session } from './sessions.ts';
import type { HeardSpot } from './spot-marks.ts';

type Break = Extract<BusMessage, { type: 'break' }>;
/** A break of the station, or the spots of one listener who arrived, in µs of the station's audio clock. */
type OpenBreak = {
  readonly isMid: boolean;
  readonly from: number;
  readonly frameUs: number;
  /** Where the last spot ends. */
  to: number;
  readonly lanes: Pick<BreakLanes, 'end'>;
  readonly hearing: Hearing<Listener>;
};

/** The spots of a listener who arrives. */
export type PreRoll = { lane: Lane; joined(listener: Listener): void };

export type ChannelBreaks = {
  /** Chooses what a listener hears instead of the stream's beginning, a burst of `from` to `to` µs of the station's audio clock. */
  welcome(session: Session, from: number, to: number): PreRoll | undefined;
  /** Gives listeners that got everything up to batch `number` their lanes. Yields after some. */
  begin(message: Break, number: number): Generator<void>;
  /** Ends the spots of a break at `at`, µs of the station's audio clock. Yields after some listeners. */
  end(at: number): Generator<void>;
  /** The station's clock started over: everything ends at `at`, and what was not counted by now is not. */
  restart(at: number): Generator<void>;
  /** Counts what could be heard once a batch is written. Yields after some listeners. */
  count(batch: FrameBatch): Generator<void>;
  left(listener: Listener): void;
  /** Whether something of what the listener hears is still to be counted. */
  isHearing(listener: Listener): boolean;
} & Pick<BreakProofs, 'record' | 'recordPart'>;

/** Players that were sent at least so much sound at first have it in reserve. */
const waitsFromBurstMs = 2000;
/** Programs that only look whether there is a stream are gone by then, µs. */
const staysUs = 3_000_000;

/** Listeners for whom spots are chosen in a turn of the event loop: that takes several times as long as writing. */
const askedPerTurn = 100;

type Options = {
  head(): StationHead;
  cohorts: Cohorts;
  ads: ChannelAds;
  perTurn: number;
  /** What was sent in the last seconds. */
  recent(): readonly FrameBatch[];
};

/** The breaks of one station at the edge: listeners with the same spots share a lane. */
export const createChannelBreaks = ({ head, cohorts, ads, perTurn, recent }: Options): ChannelBreaks => {
  let breaks: OpenBreak[] = [];
  /** Where something can be counted next, µs of the station's audio clock. */
  let dueAt = -Infinity;
  let reported: SpotEvent[] = [];
  const proofs = createBreakProofs(ads.proofs);
  const spotOf = createLaneSpots();
  /** Records what was counted in this turn of the event loop at once: one write for all breaks. */
  const flush = (): void => {
    if (reported.length > 0) ads.report(reported);
    reported = [];
  };
  /** Bytes that players hold back are those of the burst: more than these must not wait in this process. */
  const isThrough = ({ socket }: Listener): boolean =>
    socket.writableLength <= (head().burst_ms / 1000) * (head().format.bitrate / 8);

  /** `lanesOf` the break's frames. */
  const open = <L extends OpenBreak['lanes']>(
    { id, at }: Pick<Break, 'id' | 'at'>,
    kind: 'pre' | 'mid',
    lanesOf: (frames: LaneFrames) => L,
  ): OpenBreak & { lanes: L } => {
    const format = frameFormat(head().format);
    const hearing = createHearing<Listener>({
      ...breakHearing(ads, id, kind),
      ...{ isThrough, perTurn, report: (events) => void reported.push(...events) },
    });
    const lanes = lanesOf(createLaneFrames({ ...format, from: at }));
    const opened = { isMid: kind === 'mid', from: at, to: at, frameUs: format.frameUs, lanes, hearing };
    breaks.push(opened);
    dueAt = -Infinity;
    return opened;
  };
  const hear = (opened: OpenBreak, listener: Listener, pod: Pod, spots: readonly HeardSpot[], notBefore = 0): void => {
    opened.to = Math.max(opened.to, opened.from + lastsUs(spots));
    const leases = pod.map(({ lease }) => lease);
    opened.hearing.add(listener, spots, leases, notBefore);
  };
  const cut = function* (opened: OpenBreak, at: number): Generator<void> {
    const { from, to, frameUs, lanes, hearing } = opened;
    if (at >= to) return;
    lanes.end(Math.round((at - from) / frameUs));
    opened.to = at;
    dueAt = -Infinity;
    for (const _turn of hearing.cut(at - from)) {
      flush();
      yield;
    }
    flush();
  };

  return {
    welcome(session, from, to) {
      const pod = ads.preRoll(session, head());
      if (pod.length === 0) return undefined;
      const spots = pod.map(spotOf);
      const opened = open({ id: `pre-${session.session}`, at: from }, 'pre', (frames) => createLane({ frames, spots }));
      // The burst is sent at once: what is in it counts only if the listener stays for as long as it lasts.
      const stays = to - from + Math.max(0, staysUs - head().burst_ms * 1000);
      const joined = (listener: Listener): void => hear(opened, listener, pod, timePod(pod, opened.frameUs), stays);
      return { lane: opened.lanes, joined };
    },
    *begin(message, number) {
      const mayWait = head().burst_ms >= waitsFromBurstMs;
      const opened = open(message, 'mid', (frames) => createBreakLanes(frames, { mayWait }));
      const timed = createPodTimes(opened.frameUs);
      const move = cohorts.startMoving();
      let [listeners, withSpot, asked] = [0, 0, 0];
      for (const listener of cohorts.listeners()) {
        if (listener.seen > number || listener.isGone) continue;
        listeners += 1;
        // A listener who still hears the spot of their arrival hears it to its end.
        const isBusy = listener.cohort.lane !== undefined;
        const pod = isBusy ? [] : ads.choose(listener.session, head(), { ms: message.ms, position: 'mid' });
        if (pod.length > 0) {
          withSpot += 1;
          const spots = timed(pod);
          hear(opened, listener, pod, spots);
          const before = (): FrameBatch[] => recent().filter(({ at }) => at < message.at);
          proofs.start(listener, head(), spots, before);
          move(listener, opened.lanes.begin(listener, pod.map(spotOf)));
        }
        if (++asked % Math.min(perTurn, askedPerTurn) === 0) yield;
      }
      ads.chosen(message.id, listeners, withSpot);
    },
    *end(at) {
      proofs.endBreak();
      for (const one of breaks.filter(({ isMid }) => isMid)) yield* cut(one, at);
    },
    *restart(at) {
      proofs.endAll();
      const ended = breaks;
      breaks = [];
      for (const [index, one] of ended.entries()) {
        yield* cut(one, at);
        one.hearing.stop();
        if (index % perTurn === perTurn - 1) yield;
      }
    },
    *count(batch) {
      if (breaks.length === 0) return;
      const played = batch.at + batch.duration - head().burst_ms * 1000;
      if (played < dueAt) return;
      let counted = 0;
      for (const { hearing, from } of breaks) {
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
      breaks = breaks.filter(({ hearing }) => !hearing.isOver);
      dueAt = breaks.reduce((least, { hearing, from }) => Math.min(least, from + hearing.dueAt), Infinity);
    },
    isHearing: (listener) => breaks.some(({ hearing }) => hearing.has(listener)),
    record: proofs.record,
    recordPart: proofs.recordPart,
    left(listener) {
      proofs.end(listener);
      ads.left(listener.session);
      for (const { hearing } of breaks) hearing.remove(listener);
    },
  };
};

/** Spots as lanes play them, each made once. Titles of stations count from zero, and −1 is none. */
const createLaneSpots = (): ((spot: Pod[number]) => LaneSpot) => {
  const known = new WeakMap<ChosenSpot['campaign'], Map<Rendition, LaneSpot>>();
  let last = -1;
  return ({ campaign, rendition }) => {
    const ofCampaign = known.get(campaign) ?? new Map<Rendition, LaneSpot>();
    const same = ofCampaign.get(rendition);
    if (same) return same;
    const { advertiser, link } = campaign;
    const block = metadataBlock(advertiser ? `Advertisement: ${advertiser}` : 'Advertisement', link);
    const spot = { id: --last, rendition, block };
    known.set(campaign, ofCampaign.set(rendition, spot));
    return spot;
  };
};
