import { randomBytes } from 'node:crypto';
import type { HlsStation } from '#streaming/hls/hls.ts';
import type { Segment } from '#streaming/hls/segments.ts';
import { createHearing } from './hearing.ts';
import { createHlsLane, type HlsLane, type Place } from './hls-lane.ts';
import { agentOf } from './hls-sessions.ts';
import { breakHearing, frameFormat, podKey, timePod, type ChannelAds, type Pod } from './pods.ts';
import type { Session } from './sessions.ts';

/**
 * Where a lane begins: a break, or the spots of a player that begins, at this place of the station's audio clock (µs), which is in segment
 * `first`.
 */
type Beginning = { id: string; kind: 'pre' | 'mid'; at: number; first: number };

/** Those of one beginning, by their spots. */
export type LanesBySpots = Map<string, HlsLane[]>;

/** The lanes of a station's HLS listeners. A lane is open until nobody can request its segments any more. */
export type HlsLanes = {
  all(): Iterable<HlsLane>;
  find(id: string): HlsLane | undefined;
  /** What a listener hears, and where they are in it. */
  of(session: Session): readonly { lane: HlsLane; place: Place }[];
  /** Puts a listener into a lane with these spots and room for one more, which is created if there is none. */
  join(session: Session, pod: Pod, known: LanesBySpots, beginning: Beginning): void;
  leave(session: Session): void;
  /** Closes lanes whose segments nobody can request any more. */
  closeOld(): void;
  /** A segment as a lane hears it. */
  bytesOf(lane: HlsLane, segment: Segment): Buffer;
};

type Options = { station: HlsStation; ads: ChannelAds; perTurn: number };

/** Segments of lanes kept as they were sent, of each station. */
const builtAtMost = 16;
/** A lane is one process's: at another edge, behind the same name, nothing is called like its segments. */
const newLaneId = (): string => randomBytes(9).toString('base64url');

/** Starts without a lane. */
export const createHlsLanes = ({ station, ads, perTurn }: Options): HlsLanes => {
  const { segmenter } = station;
  const lanes = new Map<string, HlsLane>();
  const places = new Map<Session, { lane: HlsLane; place: Place }[]>();
  /** Most lanes have many listeners, who request the same segment at the same time. */
  const built = new Map<string, Buffer>();
  /** The next segment when old lanes were closed last. */
  let checked = 0;

  const open = ({ id: breakId, kind, at, first }: Beginning, pod: Pod): HlsLane => {
    const format = frameFormat(station.head.format);
    const spots = timePod(pod, format.frameUs);
    const hearing = createHearing<Place>({ ...breakHearing(ads, breakId, kind), isThrough: () => true, perTurn });
    const lane = createHlsLane({
      ...{ id: newLaneId(), isFirst: kind === 'pre', from: at },
      ...{ first, pod, format, spots, hearing },
    });
    lanes.set(lane.id, lane);
    return lane;
  };

  const isOpen = (lane: HlsLane): boolean => {
    const isComing = lane.last === Infinity && station.clock < lane.until;
    return isComing || segmenter.kept().some((segment) => lane.covers(segment));
  };

  const close = (lane: HlsLane): void => {
    lanes.delete(lane.id);
    for (const place of lane.places.values()) {
      lane.hearing.remove(place);
      const others = (places.get(place.session) ?? []).filter((one) => one.place !== place);
      if (others.length > 0) places.set(place.session, others);
      else places.delete(place.session);
    }
    if (lanes.size === 0) built.clear();
  };

  return {
    all: () => lanes.values(),
    find: (id) => lanes.get(id),
    of: (session) => places.get(session) ?? [],
    join(session, pod, known, beginning) {
      const key = podKey(pod);
      const same = known.get(key) ?? [];
      const shared = same.find((one) => lanes.has(one.id) && !one.places.has(agentOf(session)));
      const lane = shared ?? open(beginning, pod);
      if (!shared) known.set(key, [...same, lane]);
      const place = lane.add(session);
      const leases = pod.map(({ lease }) => lease);
      lane.hearing.add(place, lane.spots, leases);
      places.set(session, [...(places.get(session) ?? []), { lane, place }]);
    },
    leave(session) {
      for (const { lane, place } of places.get(session) ?? []) {
        lane.hearing.remove(place);
        lane.places.delete(agentOf(session));
        if (lane.places.size === 0) close(lane);
      }
      places.delete(session);
    },
    closeOld() {
      if (lanes.size === 0 || checked === segmenter.next()) return;
      checked = segmenter.next();
      for (const lane of lanes.values()) if (!isOpen(lane)) close(lane);
    },
    bytesOf(lane, segment) {
      const key = `${segment.sequence} ${lane.id}`;
      const known = built.get(key);
      if (known) return known;
      const bytes = lane.build(segment);
      built.set(key, bytes);
      for (const oldest of built.keys()) if (built.size > builtAtMost) built.delete(oldest);
      return bytes;
    },
  };
};
