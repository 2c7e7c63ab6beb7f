import type { Bus, BusMessage, StationHead } from '#streaming/bus/batch.ts';
import { createSegmenter, type Segmenter } from './segments.ts';

export type HlsStation = { head: StationHead; segmenter: Segmenter };
export type HlsStations = { byName(mount: string): HlsStation | undefined; stop(): void };

type Options = { bus: Bus; /** Ends the sessions of its listeners. */ over(station: string): void };

/** The segments of every station with HLS on, cut from the bus whether or not anyone listens. */
export function createHlsStations({ bus, over }: Options): HlsStations {
  const stations = new Map<string, HlsStation>();
  const names = new Map<string, HlsStation>();

  function remove(station: string): void {
    const removed = stations.get(station);
    if (!removed) return;
    stations.delete(station);
    if (names.get(removed.head.mount) === removed) names.delete(removed.head.mount);
    over(station);
  }

  function setHead(head: StationHead): void {
    if (!head.hls) return remove(head.station);
    const existing = stations.get(head.station);
    const station = existing ?? { head, segmenter: createSegmenter() };
    if (names.get(station.head.mount) === station) names.delete(station.head.mount);
    if (isOtherFormat(station.head, head)) station.segmenter.cut();
    station.head = head;
    if (!head.running) {
      station.segmenter.clear();
      over(head.station);
    }
    stations.set(head.station, station);
    names.set(head.mount, station);
  }

  function receive(message: BusMessage): void {
    if (message.type === 'head') return setHead(message.head);
    if (message.type === 'gone') return remove(message.station);
    const station = stations.get(message.type === 'batch' ? message.batch.station : message.station);
    if (!station) return;
    if (message.type === 'batch') station.segmenter.push(message.batch, station.head.format.codec);
    if (message.type === 'drop') station.segmenter.cut();
  }

  const stop = bus.subscribe(receive);
  return { byName: (mount) => names.get(mount), stop };
}

function isOtherFormat({ format: before }: StationHead, { format: after }: StationHead): boolean {
  const { codec, sample_rate, channels } = after;
  return before.codec !== codec || before.sample_rate !== sample_rate || before.channels !== channels;
}
