import type { FrameBatch } from '#streaming/bus/batch.ts';
import type { Segment } from '#streaming/hls/segments.ts';
import { timestampTag } from '#streaming/hls/timestamp.ts';
import type { Hearing } from './hearing.ts';
import type { HeardSpot } from './spot-marks.ts';
import { createLaneFrames, settledAfter } from './lane-frames.ts';
import { createLane } from './lanes.ts';
import { agentOf } from './hls-sessions.ts';
import { playsFirst, playsOn, type Playing } from './hls-playing.ts';
import { lastsUs, type FrameFormat, type Pod } from './pods.ts';
import type { Session } from './sessions.ts';

/** A listener in a lane, and what they have played of it. */
export type Place = { readonly session: Session; readonly playing: Playing };

/** The spots of some HLS listeners as segments that stand for the station's, of the same frames and time. */
export type HlsLane = {
  readonly id: string;
  /** Whether it is heard before the stream begins for its listeners. */
  readonly isFirst: boolean;
  /** The number of the last segment that can be its own. */
  readonly last: number;
  /** Where its spots end, and where the programme after them needs no more care, µs of the station's audio clock. */
  readonly to: number;
  readonly until: number;
  readonly spots: readonly HeardSpot[];
  readonly hearing: Hearing<Place>;
  /** By IP address and user agent. */
  readonly places: Map<string, Place>;
  add(session: Session): Place;
  covers(segment: Segment): boolean;
  build(segment: Segment): Buffer;
  /** The spots end here if they have more to play, µs of the station's audio clock. */
  end(at: number): void;
  /** No segment after this one belongs to it. */
  stop(sequence: number): void;
};

type Options = {
  id: string;
  isFirst: boolean;
  /** µs of the station's audio clock. */
  from: number;
  first: number;
  pod: Pod;
  format: FrameFormat;
  spots: readonly HeardSpot[];
  hearing: Hearing<Place>;
};

const noBlock = Buffer.alloc(0);

/**
 * Creates a lane that begins with or within segment `first`, whose frames before `from` are the programme's. Its segments are built when they are
 * requested.
 */
export const createHlsLane = ({ id, isFirst, from, first, pod, format, spots, hearing }: Options): HlsLane => {
  const places = new Map<string, Place>();
  const { frameUs } = format;
  let [to, last] = [from + lastsUs(spots), Infinity];

  const until = (): number => to + settledAfter * frameUs;

  const build = ({ at, batches }: Segment): Buffer => {
    const played = pod.map(({ rendition }) => ({ rendition, block: noBlock, id: -1 }));
    const lane = createLane({ frames: createLaneFrames({ ...format, from }), spots: played });
    lane.end(Math.round((to - from) / frameUs));
    const isWithin = (batch: FrameBatch): boolean => batch.at >= from;
    for (const batch of batches.before) if (isWithin(batch)) lane.take(batch);
    const sound = batches.own.map((batch) => (isWithin(batch) ? lane.take(batch).data : batch.data));
    return Buffer.concat([timestampTag(at), ...sound]);
  };

  const add = (session: Session): Place => {
    const played = ({ at, duration }: Segment): void =>
      hearing.hear(place, Math.max(0, at - from), at + duration * 1e6 - from);
    const place: Place = { session, playing: isFirst ? playsFirst(played) : playsOn(played) };
    places.set(agentOf(session), place);
    return place;
  };

  return {
    ...{ id, isFirst, spots, hearing, places, add },
    get last() {
      return last;
    },
    get to() {
      return to;
    },
    get until() {
      return until();
    },
    // Rounded batches: a part of a frame before the end needs nothing.
    covers: ({ sequence, at }) => sequence >= first && sequence <= last && at < until() - frameUs / 2,
    build,
    end(at) {
      // Once stopped, the station's clock may have started over.
      if (at >= to || last !== Infinity) return;
      to = Math.max(at, from);
      for (const _turn of hearing.cut(to - from));
    },
    stop(sequence) {
      last = Math.min(last, sequence);
    },
  };
};
