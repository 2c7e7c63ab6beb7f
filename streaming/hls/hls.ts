import type { Bus, BusMessage, StationHead } from '#streaming/bus/batch.ts';
import { createSegmenter, type Segmenter } from './segments.ts';

export type HlsStation = { head: StationHead; segmenter: Segmenter };
export type HlsStations = { byName(mount: string): HlsStation | undefined; stop(): void };

type Options = { bus: Bus; /** Its listeners are to be let go. */ over(station: string): void };

/** The segments of every station that has HLS, made as its sound passes, whether anybody asks or not. */
export function createHlsStations({ bus, over }: Options): HlsStations {
  const stations = new Map<string, HlsStation>();
  const names = new Map<string, HlsStation>();

  function forget(station: string): void {
    const known = stations.get(station);
    if (!known) return;
    stations.delete(station);
    if (names.get(known.head.mount) === known) names.delete(known.head.mount);
    over(station);
  }

  function setHead(head: StationHead): void {
    if (!head.hls) return forget(head.station);
    const known = stations.get(head.station);
    const station = known ?? { head, segmenter: createSegmenter() };
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

  function take(message: BusMessage): void {
    if (message.type === 'head') return setHead(message.head);
    if (message.type === 'gone') return forget(message.station);
    const station = stations.get(message.type === 'batch' ? message.batch.station : message.station);
    if (!station) return;
    if (message.type === 'batch') station.segmenter.push(message.batch, station.head.format.codec);
    if (message.type === 'drop') station.segmenter.cut();
  }

  const stop = bus.subscribe(take);
  return { byName: (mount) => names.get(mount), stop };
}

function isOtherFormat({ format: before }: StationHead, { format: after }: StationHead): boolean {
  const { codec, sample_rate, channels } = after;
  return before.codec !== codec || before.sample_rate !== sample_rate || before.channels !== channels;
}
