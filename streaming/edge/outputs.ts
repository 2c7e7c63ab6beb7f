import type { Converters } from '#streaming/adapt/converters.ts';
import type { Bus, BusMessage, StationHead } from '#streaming/bus/batch.ts';
import { createBus } from '#streaming/bus/bus.ts';
import { createMounts, type Mount } from './mounts.ts';
import { createOutput, type Output } from './output.ts';
import type { Session } from './sessions.ts';

export type Outputs = {
  /** The mount of another format of a station: `tone.aac`, `tone-low`. */
  byName(name: string): Mount | undefined;
  /** Sees that it has sound, which comes of `main`; why not, where it can't. */
  wake(mount: Mount, main: Mount): string | undefined;
  listeners(station: string): number;
  stop(): void;
};

type Options = {
  bus: Bus;
  converters: Converters;
  left(session: Session): void;
  dropped(session: Session): void;
  changed(mount: Mount): void;
};
type Kind = 'aac' | 'low';
type Made = { kind: Kind; head: StationHead; output: Output; quietSince: number };

const kinds: readonly Kind[] = ['aac', 'low'];
/** How long a format is still made after its last listener has left. */
const lingersMs = 60_000;
const looksEveryMs = 5000;
/** What failed under its listeners is begun anew after this. */
const againMs = 1000;

/** The other formats in which stations are heard, each made of the station's own sound from its first listener on. */
export function createOutputs(options: Options): Outputs {
  const { converters, left, dropped, changed } = options;
  const bus = createBus();
  const mounts = createMounts({ bus, left, dropped, changed });
  const stations = new Map<string, Made[]>();
  const heads = new Map<string, StationHead>();
  const titles = new Map<string, number>();

  const channelOf = ({ head }: Made): Mount['channel'] | undefined => mounts.byStation(head.station)?.channel;
  const forget = (station: string, made: Made): void => {
    made.output.sleep();
    bus.publish({ type: 'gone', station: made.head.station });
    stations.set(
      station,
      (stations.get(station) ?? []).filter((one) => one !== made),
    );
  };
  const make = (station: string, kind: Kind, head: StationHead): void => {
    const output = createOutput({
      ...{ station: head.station, bus, converters, title: () => titles.get(station) ?? 0 },
      ended: () => setTimeout(() => wakeAgain(station, kind), againMs),
    });
    stations.set(station, [...(stations.get(station) ?? []), { kind, head, output, quietSince: Date.now() }]);
  };
  const wakeAgain = (station: string, kind: Kind): void => {
    const made = stations.get(station)?.find((one) => one.kind === kind);
    const main = heads.get(station);
    if (made && main && (channelOf(made)?.listeners() ?? 0) > 0) made.output.wake(main.format, made.head.format, []);
  };
  /** Where a station's format has changed its other formats begin anew; another bit rate counts from the next start. */
  const setHead = (main: StationHead): void => {
    const before = heads.get(main.station);
    heads.set(main.station, main);
    for (const kind of kinds) {
      const head = headOf(main, kind);
      const made = stations.get(main.station)?.find((one) => one.kind === kind);
      const isOther = before !== undefined && isOtherSound(before, main);
      if (made && (!head || isOther)) forget(main.station, made);
      else if (made && head) made.head = head;
      const isMade = stations.get(main.station)?.some((one) => one.kind === kind) === true;
      if (head && !isMade) make(main.station, kind, head);
      if (head) bus.publish({ type: 'head', head });
      if (made && head && !head.running) made.output.sleep();
    }
  };
  const take = (message: BusMessage): void => {
    if (message.type === 'head') return setHead(message.head);
    const station = message.type === 'batch' ? message.batch.station : message.station;
    if (message.type === 'title') titles.set(station, message.number);
    for (const made of stations.get(station) ?? []) {
      if (message.type === 'batch') made.output.push(message.batch.data);
      if (message.type === 'title') bus.publish({ ...message, station: made.head.station });
      if (message.type === 'drop') made.output.sleep();
      if (message.type === 'gone') forget(station, made);
    }
    if (message.type !== 'gone') return;
    for (const known of [stations, heads, titles]) known.delete(station);
  };
  const look = (): void => {
    for (const made of [...stations.values()].flat()) {
      if ((channelOf(made)?.listeners() ?? 0) > 0) made.quietSince = Date.now();
      else if (made.output.isAwake && Date.now() - made.quietSince > lingersMs) made.output.sleep();
    }
  };

  const leave = options.bus.subscribe(take);
  const timer = setInterval(look, looksEveryMs);
  return {
    byName: (name) => mounts.byName(name),
    wake({ channel: { head } }, main) {
      const made = stations.get(main.channel.head.station)?.find((one) => one.head.station === head.station);
      if (!made) return 'This is not made any more.';
      made.quietSince = Date.now();
      return made.output.wake(main.channel.head.format, made.head.format, main.channel.recent());
    },
    listeners: (station) =>
      (stations.get(station) ?? []).reduce((sum, made) => sum + (channelOf(made)?.listeners() ?? 0), 0),
    stop() {
      leave();
      clearInterval(timer);
      for (const made of [...stations.values()].flat()) made.output.sleep();
      mounts.stop();
    },
  };
}

/** What a station is in another format; undefined where it isn't to be had in it. */
function headOf(main: StationHead, kind: Kind): StationHead | undefined {
  const { format, outputs } = main;
  const own = { ...main, station: `${main.station} ${kind}`, of: main.station, hls: false, outputs: undefined };
  if (kind === 'aac')
    return outputs?.aac === true && format.codec === 'mp3'
      ? { ...own, mount: `${main.mount}.aac`, format: { ...format, codec: 'aac' } }
      : undefined;
  const bitrate = outputs?.low_bitrate ?? 0;
  return bitrate > 0 && bitrate < format.bitrate
    ? { ...own, mount: `${main.mount}-low`, format: { ...format, bitrate } }
    : undefined;
}

function isOtherSound({ format: before }: StationHead, { format: after }: StationHead): boolean {
  return before.codec !== after.codec || before.sample_rate !== after.sample_rate || before.channels !== after.channels;
}

/** Where no other formats can be made. */
export const noOutputs: Outputs = { byName: () => undefined, wake: () => '', listeners: () => 0, stop: () => {} };
