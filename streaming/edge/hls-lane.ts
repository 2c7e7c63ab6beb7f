import type { Segment } from '#streaming/hls/segments.ts';
import { timestampTag } from '#streaming/hls/timestamp.ts';
import type { Hearing, HeardSpot } from './hearing.ts';
import { createLaneFrames, settledAfter } from './lane-frames.ts';
import { createLane } from './lanes.ts';
import { lastsUs, type FrameFormat, type Pod } from './pods.ts';
import type { Session } from './sessions.ts';

/** A listener in a lane, and the segment they requested last: played once they request the next, or after a while. */
export type Place = { readonly session: Session; asked: { segment: Segment; at: number } | undefined };

/** The spots of some HLS listeners as segments that stand for the station's, of the same frames and time. */
export type HlsLane = {
  readonly id: number;
  /** The number of the last segment that can be its own. */
  readonly last: number;
  /** Where its spots end, and where the programme after them needs no more care, µs of the station's audio clock. */
  readonly to: number;
  readonly until: number;
  readonly spots: readonly HeardSpot[];
  readonly hearing: Hearing<Place>;
  /** By IP address and user agent. */
  readonly places: Map<string, Place>;
  covers(segment: Segment): boolean;
  build(segment: Segment): Buffer | undefined;
  /** The spots end here if they have more to play, µs of the station's audio clock. */
  end(at: number): void;
  /** No segment after this one belongs to it. */
  stop(sequence: number): void;
  /** A listener requests a segment, ms since the epoch: they have played the one before. */
  request(place: Place, segment: Segment, at: number): void;
  /** A listener requests a segment of another lane or the programme's. */
  leave(place: Place, sequence: number): void;
  /** Counts what a listener, who is still here, has had the time to play. */
  count(place: Place, at: number): void;
};

type Options = {
  id: number;
  /** µs of the station's audio clock. */
  from: number;
  first: number;
  pod: Pod;
  format: FrameFormat;
  spots: readonly HeardSpot[];
  hearing: Hearing<Place>;
};

/** A segment has been played after this many times its length. */
const playedAfter = 1.5;
const noBlock = Buffer.alloc(0);

/** Creates a lane of a break that begins with segment `first`. Its segments are built when they are requested. */
export function createHlsLane({ id, from, first, pod, format, spots, hearing }: Options): HlsLane {
  const { frameUs } = format;
  let [to, last] = [from + lastsUs(spots), Infinity];

  const until = (): number => to + settledAfter * frameUs;

  function build({ at, batches }: Segment): Buffer | undefined {
    if (!batches) return undefined;
    const played = pod.map(({ rendition }) => ({ rendition, block: noBlock, id: -1 }));
    const lane = createLane({ frames: createLaneFrames({ ...format, from }), spots: played });
    lane.end(Math.round((to - from) / frameUs));
    for (const batch of batches.before) if (batch.at >= from) lane.take(batch);
    return Buffer.concat([timestampTag(at), ...batches.own.map((batch) => lane.take(batch).data)]);
  }

  function played(place: Place): void {
    if (!place.asked) return;
    const { at, duration } = place.asked.segment;
    place.asked = undefined;
    hearing.hear(place, at - from, at + duration * 1e6 - from);
  }

  return {
    ...{ id, spots, hearing, places: new Map<string, Place>() },
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
    request(place, segment, at) {
      if (place.asked && segment.sequence <= place.asked.segment.sequence) return;
      played(place);
      place.asked = { segment, at };
    },
    leave(place, sequence) {
      if (place.asked && sequence > place.asked.segment.sequence) played(place);
    },
    count(place, at) {
      const { asked } = place;
      if (asked && at - asked.at >= asked.segment.duration * 1000 * playedAfter) played(place);
    },
  };
}
