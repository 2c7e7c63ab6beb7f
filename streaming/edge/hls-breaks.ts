import type { BusMessage } from '#streaming/bus/batch.ts';
import type { HlsStation } from '#streaming/hls/hls.ts';
import { segmentName } from '#streaming/hls/playlist.ts';
import type { Segment } from '#streaming/hls/segments.ts';
import { createHearing } from './hearing.ts';
import { createHlsLane, type HlsLane, type Place } from './hls-lane.ts';
import { agentOf } from './hls-sessions.ts';
import { breakHearing, frameFormat, podKey, timePod, type ChannelAds, type Pod } from './pods.ts';
import type { Session } from './sessions.ts';

type Break = Extract<BusMessage, { type: 'break' }>;

export type HlsBreaks = {
  /** Gives the listeners who are here their lanes, from the station's next segment on. */
  begin(message: Break, listeners: readonly Session[]): void;
  /** A player begins: spots may come before the stream. */
  welcome(session: Session): void;
  /** Ends the spots of the current break at `at`, µs of the station's audio clock. */
  end(at: number): void;
  /** The next segment doesn't continue the audio so far: everything ends before it. */
  interrupt(at: number): void;
  /** The segment with which a listener's playlist begins at the earliest. */
  firstFor(session: Session | undefined): number;
  /** The name of a segment as this listener hears it. */
  nameFor(session: Session | undefined): (segment: Segment) => string;
  /** A segment as a lane hears it; undefined if there is none. */
  find(sequence: number, lane: number): { segment: Segment; bytes: Buffer } | undefined;
  /** Who requests a lane's segment with this IP address and user agent. */
  listenerOf(lane: number, agent: string): Session | undefined;
  /** Counts what a listener could hear by now, at each request; `of`: the segment of a lane or the programme's. */
  requested(session: Session, of?: { sequence: number; lane: number | undefined }): void;
  left(session: Session): void;
};

type Options = { station: HlsStation; ads: ChannelAds; now?(): number; perTurn?: number };

/** Segments of lanes kept as they were sent, of each station. */
const builtAtMost = 16;
/** Players begin with the third segment from the end; where the playlist has no more, all of them do. */
const firstSegments = 3;

/**
 * The breaks of a station's HLS listeners. Those with the same spots share a lane, whose segments stand for the
 * station's in their playlists; listeners with one IP address and user agent never share one, so that a request for its
 * segments says who makes it.
 */
export function createHlsBreaks({ station, ads, now = Date.now, perTurn = 250 }: Options): HlsBreaks {
  const { segmenter } = station;
  const places = new Map<Session, { lane: HlsLane; place: Place }[]>();
  const lanes = new Map<number, HlsLane>();
  /** The lanes of those who begin with the same segment now, by their spots. */
  let beginning = { sequence: 0, lanes: new Map<string, HlsLane[]>() };
  const firsts = new Map<Session, number>();
  /** Most lanes have many listeners, who request the same segment at the same time. */
  const built = new Map<string, Buffer>();
  let lastLane = 0;
  let current = '';
  let checked = 0;

  function createLane(of: Pick<Break, 'id' | 'at'>, kind: 'pre' | 'mid', first: number, pod: Pod): HlsLane {
    const format = frameFormat(station.head.format);
    const spots = timePod(pod, format.frameUs);
    const hearing = createHearing<Place>({ ...breakHearing(ads, of.id, kind), isThrough: () => true, perTurn });
    const isFirst = kind === 'pre';
    const lane = createHlsLane({ id: ++lastLane, isFirst, from: of.at, first, pod, format, spots, hearing });
    lanes.set(lane.id, lane);
    return lane;
  }

  function join(session: Session, lane: HlsLane, pod: Pod): void {
    const place = lane.add(session);
    lane.hearing.add(
      place,
      lane.spots,
      pod.map(({ lease }) => lease),
    );
    places.set(session, [...(places.get(session) ?? []), { lane, place }]);
  }

  /** The lane of listeners with these spots, with room for one more; created if there is none. */
  function laneFor(known: Map<string, HlsLane[]>, key: string, session: Session, create: () => HlsLane): HlsLane {
    const same = known.get(key) ?? [];
    const shared = same.find((lane) => lanes.has(lane.id) && !lane.places.has(agentOf(session)));
    if (shared) return shared;
    const lane = create();
    known.set(key, [...same, lane]);
    return lane;
  }

  function* choosing(message: Break, first: number, listeners: readonly Session[]): Generator<void> {
    const { head } = station;
    const byPod = new Map<string, HlsLane[]>();
    let [asked, withSpot] = [0, 0];
    for (const session of listeners) {
      // A lane that begins after the break would begin within a spot.
      if (current !== message.id || segmenter.next() > first) break;
      asked += 1;
      const isBusy = places.get(session)?.some(({ lane }) => lane.last === Infinity && lane.to > message.at) === true;
      const pod = isBusy ? [] : ads.choose(session, head, { ms: message.ms, position: 'mid' });
      if (pod.length > 0) {
        withSpot += 1;
        const lane = laneFor(byPod, podKey(pod), session, () => createLane(message, 'mid', first, pod));
        join(session, lane, pod);
      }
      if (asked % perTurn === 0) yield;
    }
    ads.chosen(message.id, asked, withSpot);
  }

  function run(turns: Generator<void>): void {
    if (!turns.next().done) setImmediate(run, turns);
  }

  function welcome(session: Session): void {
    forget();
    const continuous = segmenter.continuous();
    const first = continuous.at(-firstSegments) ?? continuous[0];
    const pod = first ? ads.preRoll(session, station.head) : [];
    if (!first || pod.length === 0) return;
    const { sequence, at } = first;
    const id = `pre-${sequence}`;
    if (beginning.sequence !== sequence) beginning = { sequence, lanes: new Map() };
    const create = (): HlsLane => createLane({ id, at }, 'pre', sequence, pod);
    join(session, laneFor(beginning.lanes, podKey(pod), session, create), pod);
    firsts.set(session, sequence);
  }

  /** Forgets lanes whose segments nobody can request any more. */
  function forget(): void {
    if (lanes.size === 0 || checked === segmenter.next()) return;
    checked = segmenter.next();
    for (const lane of lanes.values()) if (!isOpen(lane)) close(lane);
  }

  function isOpen(lane: HlsLane): boolean {
    const isComing = lane.last === Infinity && station.clock < lane.until;
    return isComing || segmenter.kept().some((segment) => lane.covers(segment));
  }

  function close(lane: HlsLane): void {
    lanes.delete(lane.id);
    for (const place of lane.places.values()) {
      lane.hearing.remove(place);
      const others = (places.get(place.session) ?? []).filter((one) => one.place !== place);
      if (others.length > 0) places.set(place.session, others);
      else places.delete(place.session);
    }
    if (lanes.size === 0) built.clear();
  }

  function bytesOf(lane: HlsLane, segment: Segment): Buffer {
    const key = `${segment.sequence} ${lane.id}`;
    const known = built.get(key);
    const bytes = known ?? lane.build(segment);
    if (known) return known;
    built.set(key, bytes);
    for (const oldest of built.keys()) if (built.size > builtAtMost) built.delete(oldest);
    return bytes;
  }

  return {
    begin(message, listeners) {
      forget();
      current = message.id;
      run(choosing(message, segmenter.next(), listeners));
    },
    welcome,
    end(at) {
      current = '';
      for (const lane of lanes.values()) if (!lane.isFirst) lane.end(at);
    },
    interrupt(at) {
      current = '';
      for (const lane of lanes.values()) {
        lane.end(at);
        lane.stop(segmenter.next() - 1);
      }
    },
    firstFor: (session) => (session && firsts.get(session)) ?? 0,
    nameFor(session) {
      forget();
      const own = (session && places.get(session)) ?? [];
      return (segment) => {
        const found = own.findLast(({ lane }) => lane.covers(segment));
        return found ? `${segment.sequence}.${found.lane.id}.${segment.codec}` : segmentName(segment);
      };
    },
    find(sequence, id) {
      const lane = lanes.get(id);
      const segment = lane && segmenter.find(sequence);
      const bytes = segment && lane.covers(segment) ? bytesOf(lane, segment) : undefined;
      return segment && bytes && { segment, bytes };
    },
    listenerOf: (id, agent) => lanes.get(id)?.places.get(agent)?.session,
    requested(session, of) {
      const at = now();
      for (const { lane, place } of places.get(session) ?? []) {
        place.playing.stays(at);
        if (!of) continue;
        const segment = of.lane === lane.id ? segmenter.find(of.sequence) : undefined;
        if (segment) place.playing.request(segment, at);
        else place.playing.leave(of.sequence);
      }
    },
    left(session) {
      for (const { lane, place } of places.get(session) ?? []) {
        lane.hearing.remove(place);
        lane.places.delete(agentOf(session));
        if (lane.places.size === 0) close(lane);
      }
      places.delete(session);
      firsts.delete(session);
    },
  };
}
