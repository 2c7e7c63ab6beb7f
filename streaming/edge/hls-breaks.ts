import type { BusMessage } from '#streaming/bus/batch.ts';
import type { HlsStation } from '#streaming/hls/hls.ts';
import { segmentName } from '#streaming/hls/playlist.ts';
import type { Segment } from '#streaming/hls/segments.ts';
import { createHlsLanes, type LanesBySpots } from './hls-lanes.ts';
import type { ChannelAds } from './pods.ts';
import type { Session } from './sessions.ts';

type Break = Extract<BusMessage, { type: 'break' }>;

export type HlsBreaks = {
  /** Gives the listeners who are here their lanes, from the segment on with which or within which the break begins. */
  begin(message: Break, listeners: readonly Session[]): void;
  /** A player begins: spots may come before the stream. */
  welcome(session: Session): void;
  /** Ends the spots of the current break at `at`, µs of the station's audio clock. */
  end(at: number): void;
  /** The next segment doesn't continue the audio so far: everything ends before it. */
  interrupt(at: number): void;
  /** The segment with which a listener's playlist begins at the earliest. */
  firstFor(session: Session | undefined): number;
  /** The name of a segment as this listener hears it; undefined for the programme's. */
  nameFor(session: Session | undefined): (segment: Segment) => string | undefined;
  /** A segment as a lane hears it; undefined if there is none. */
  find(segment: Segment, lane: string): Buffer | undefined;
  /** Who requests a lane's segment with this IP address and user agent. */
  listenerOf(lane: string, agent: string): Session | undefined;
  /** Counts what a listener could hear by now, at each request; `of`: the segment of a lane or the programme's. */
  requested(session: Session, of?: { segment: Segment; lane: string | undefined }): void;
  left(session: Session): void;
};

type Options = { station: HlsStation; ads: ChannelAds; now?(): number; perTurn?: number };

/** Players begin with the third segment from the end; where the playlist has no more, all of them do. */
const firstSegments = 3;

/**
 * The breaks of a station's HLS listeners. Those with the same spots share a lane, whose segments stand for the
 * station's in their playlists; listeners with one IP address and user agent never share one, so that a request for its
 * segments says who makes it.
 */
export const createHlsBreaks = ({ station, ads, now = Date.now, perTurn = 250 }: Options): HlsBreaks => {
  const { segmenter } = station;
  const lanes = createHlsLanes({ station, ads, perTurn });
  /** The lanes of those who begin with the same segment now. */
  let beginning: { sequence: number; lanes: LanesBySpots } = { sequence: 0, lanes: new Map() };
  const firsts = new Map<Session, number>();
  /** The break whose spots are being chosen. */
  let current = '';

  function* choosing(message: Break, first: number, listeners: readonly Session[]): Generator<void> {
    const { head } = station;
    const known: LanesBySpots = new Map();
    const from = { id: message.id, kind: 'mid', at: message.at, first } as const;
    let [asked, withSpot] = [0, 0];
    for (const session of listeners) {
      // A lane that begins after the break would begin within a spot.
      if (current !== message.id || segmenter.next() > first) break;
      asked += 1;
      const isBusy = lanes.of(session).some(({ lane }) => lane.last === Infinity && lane.to > message.at);
      const pod = isBusy ? [] : ads.choose(session, head, { ms: message.ms, position: 'mid' });
      if (pod.length > 0) {
        withSpot += 1;
        lanes.join(session, pod, known, from);
      }
      if (asked % perTurn === 0) yield;
    }
    ads.chosen(message.id, asked, withSpot);
  }

  const run = (turns: Generator<void>): void => {
    if (!turns.next().done) setImmediate(run, turns);
  };

  return {
    begin(message, listeners) {
      lanes.closeOld();
      current = message.id;
      const first = segmenter.coming(message.at);
      // Without its first segment here, everyone would begin within a spot.
      if (first !== undefined) run(choosing(message, first, listeners));
    },
    welcome(session) {
      lanes.closeOld();
      const continuous = segmenter.continuous();
      const first = continuous.at(-firstSegments) ?? continuous[0];
      const pod = first ? ads.preRoll(session, station.head) : [];
      if (!first || pod.length === 0) return;
      const { sequence, at } = first;
      if (beginning.sequence !== sequence) beginning = { sequence, lanes: new Map() };
      lanes.join(session, pod, beginning.lanes, { id: `pre-${sequence}`, kind: 'pre', at, first: sequence });
      firsts.set(session, sequence);
    },
    end(at) {
      current = '';
      for (const lane of lanes.all()) if (!lane.isFirst) lane.end(at);
    },
    interrupt(at) {
      current = '';
      for (const lane of lanes.all()) {
        lane.end(at);
        lane.stop(segmenter.last());
      }
    },
    firstFor: (session) => (session && firsts.get(session)) ?? 0,
    nameFor(session) {
      lanes.closeOld();
      const own = session ? lanes.of(session) : [];
      return (segment) => {
        const found = own.findLast(({ lane }) => lane.covers(segment));
        return found && segmentName(segment, found.lane.id);
      };
    },
    find(segment, id) {
      const lane = lanes.find(id);
      return lane?.covers(segment) ? lanes.bytesOf(lane, segment) : undefined;
    },
    listenerOf: (id, agent) => lanes.find(id)?.places.get(agent)?.session,
    requested(session, of) {
      const at = now();
      for (const { lane, place } of lanes.of(session)) {
        place.playing.stays(at);
        if (!of) continue;
        if (of.lane === lane.id) place.playing.request(of.segment, at);
        else place.playing.leave(of.segment.sequence);
      }
    },
    left(session) {
      lanes.leave(session);
      firsts.delete(session);
    },
  };
};
