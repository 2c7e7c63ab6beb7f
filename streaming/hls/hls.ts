import type { Bus, BusMessage, FrameBatch, StationHead } from '#streaming/bus/batch.ts';
import { createSegmenter, type Segmenter } from './segments.ts';

export type HlsStation = {
  head: StationHead;
  segmenter: Segmenter;
  /** The station's audio clock after its last batch, µs. */
  clock: number;
};
export type HlsStations = {
  byName(mount: string): HlsStation | undefined;
  byStation(station: string): HlsStation | undefined;
  stop(): void;
};

type Options = {
  bus: Bus;
  /** Ends the sessions of its listeners. */
  over(station: string): void;
  /** A break begins or ends with the station's next batch. */
  marked?(station: HlsStation, message: Extract<BusMessage, { type: 'break' | 'resume' }>): void;
  /** The next segment doesn't continue the audio so far. */
  interrupted?(station: HlsStation): void;
  /** A segment is complete. */
  completed?(station: HlsStation): void;
};

/** Batches are rounded to µs. */
const clockSlack = 1000;

/** The segments of every station with HLS on, cut from the bus whether or not anyone listens. */
export const createHlsStations = ({ bus, over, marked, interrupted, completed }: Options): HlsStations => {
  const stations = new Map<string, HlsStation>();
  const names = new Map<string, HlsStation>();

  const interrupt = (station: HlsStation): void => {
    station.segmenter.cut();
    interrupted?.(station);
  };

  const discard = (station: HlsStation): void => {
    station.segmenter.clear();
    interrupted?.(station);
  };

  const remove = (station: string): void => {
    const removed = stations.get(station);
    if (!removed) return;
    over(station);
    stations.delete(station);
    if (names.get(removed.head.mount) === removed) names.delete(removed.head.mount);
  };

  const setHead = (head: StationHead): void => {
    if (!head.hls) return remove(head.station);
    const existing = stations.get(head.station);
    const station = existing ?? { head, segmenter: createSegmenter(), clock: 0 };
    if (names.get(station.head.mount) === station) names.delete(station.head.mount);
    if (isOtherFormat(station.head, head)) interrupt(station);
    station.head = head;
    if (station.segmenter.begin(head.on_air)) {
      interrupted?.(station);
      completed?.(station);
    }
    if (!head.running) {
      discard(station);
      over(head.station);
    }
    stations.set(head.station, station);
    names.set(head.mount, station);
  };

  const push = (station: HlsStation, batch: FrameBatch): void => {
    const { head, segmenter } = station;
    // After a restart of an engine that doesn't say so: positions in the station's audio start over.
    if (!head.on_air && batch.at < station.clock - clockSlack) interrupt(station);
    station.clock = batch.at + batch.duration;
    const next = segmenter.next();
    segmenter.push(batch, head.format.codec);
    if (segmenter.next() !== next) completed?.(station);
  };

  const receive = (message: BusMessage): void => {
    if (message.type === 'head') return setHead(message.head);
    if (message.type === 'gone') return remove(message.station);
    const station = stations.get(message.type === 'batch' ? message.batch.station : message.station);
    if (!station) return;
    if (message.type === 'batch') push(station, message.batch);
    if (message.type === 'break' || message.type === 'resume') marked?.(station, message);
    if (message.type === 'drop') interrupt(station);
    if (message.type === 'rest') discard(station);
  };

  const stop = bus.subscribe(receive);
  return { byName: (mount) => names.get(mount), byStation: (station) => stations.get(station), stop };
};

const isOtherFormat = ({ format: before }: StationHead, { format: after }: StationHead): boolean => {
  const { codec, sample_rate, channels } = after;
  return before.codec !== codec || before.sample_rate !== sample_rate || before.channels !== channels;
};
