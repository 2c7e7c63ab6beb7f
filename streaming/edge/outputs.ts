import type { Converters } from '#streaming/adapt/converters.ts';
import type { Bus, BusMessage, StationHead } from '#streaming/bus/batch.ts';
import { createBus } from '#streaming/bus/bus.ts';
import type { ChannelAds } from './pods.ts';
import { createMounts, type Mount } from './mounts.ts';
import { createOutput, type Output } from './output.ts';
import type { Session } from './sessions.ts';

export type Outputs = {
  /** The mount of an additional format of a station: `tone.aac`, `tone-low`. */
  byName(name: string): Mount | undefined;
  /** Starts the conversion from `main` if necessary; returns the reason if it can't. */
  start(mount: Mount, main: Mount): string | undefined;
  listeners(station: string): number;
  /** Its additional formats with listeners or without. */
  channels(station: string): Mount['channel'][];
  stop(): void;
};

type Options = {
  bus: Bus;
  converters: Converters;
  left(session: Session): void;
  dropped(session: Session): void;
  changed(mount: Mount): void;
  /** Without it nobody hears spots. */
  ads?: ChannelAds | undefined;
};
type Kind = 'aac' | 'low';
type Variant = { kind: Kind; head: StationHead; output: Output; quietSince: number };

const kinds: readonly Kind[] = ['aac', 'low'];
/** How long a format is still encoded after its last listener disconnected. */
const idleMs = 60_000;
const checkMs = 5000;
/** A conversion that failed under its listeners is restarted after this. */
const restartMs = 1000;

/** The additional formats of all stations, each converted from the station's own frames from its first listener on. */
export const createOutputs = (options: Options): Outputs => {
  const { converters, left, dropped, changed, ads } = options;
  const bus = createBus();
  const mounts = createMounts({ bus, left, dropped, changed, ads });
  const stations = new Map<string, Variant[]>();
  const heads = new Map<string, StationHead>();
  const titles = new Map<string, number>();

  const channelOf = ({ head }: Variant): Mount['channel'] | undefined => mounts.byStation(head.station)?.channel;
  const removeVariant = (station: string, variant: Variant): void => {
    variant.output.stop();
    bus.publish({ type: 'gone', station: variant.head.station });
    stations.set(
      station,
      (stations.get(station) ?? []).filter((one) => one !== variant),
    );
  };
  const addVariant = (station: string, kind: Kind, head: StationHead): void => {
    const output = createOutput({
      ...{ station: head.station, bus, converters, title: () => titles.get(station) ?? 0 },
      ended: () => setTimeout(() => restart(station, kind), restartMs),
    });
    stations.set(station, [...(stations.get(station) ?? []), { kind, head, output, quietSince: Date.now() }]);
  };
  const restart = (station: string, kind: Kind): void => {
    const variant = stations.get(station)?.find((one) => one.kind === kind);
    const main = heads.get(station);
    if (variant && main && (channelOf(variant)?.listeners() ?? 0) > 0)
      variant.output.start(main.format, variant.head.format, []);
  };
  /**
   * When a station's format changed, its additional formats restart; another bit rate applies from their next start.
   */
  const setHead = (main: StationHead): void => {
    const before = heads.get(main.station);
    heads.set(main.station, main);
    for (const kind of kinds) {
      const head = headOf(main, kind);
      const variant = stations.get(main.station)?.find((one) => one.kind === kind);
      const isReformatted = before !== undefined && hasOtherFormat(before, main);
      if (variant && (!head || isReformatted)) removeVariant(main.station, variant);
      else if (variant && head) variant.head = head;
      const exists = stations.get(main.station)?.some((one) => one.kind === kind) === true;
      if (head && !exists) addVariant(main.station, kind, head);
      if (head) bus.publish({ type: 'head', head });
      if (variant && head && !head.running) variant.output.stop();
    }
  };
  const receive = (message: BusMessage): void => {
    if (message.type === 'head') return setHead(message.head);
    const station = message.type === 'batch' ? message.batch.station : message.station;
    if (message.type === 'title') titles.set(station, message.number);
    for (const variant of stations.get(station) ?? []) {
      if (message.type === 'batch') variant.output.push(message.batch);
      if (message.type === 'break' || message.type === 'resume') variant.output.mark(message);
      if (message.type === 'title') bus.publish({ ...message, station: variant.head.station });
      if (message.type === 'drop' || message.type === 'rest') variant.output.stop();
      if (message.type === 'gone') removeVariant(station, variant);
    }
    if (message.type !== 'gone') return;
    for (const collection of [stations, heads, titles]) collection.delete(station);
  };
  const stopIdle = (): void => {
    for (const variant of [...stations.values()].flat()) {
      if ((channelOf(variant)?.listeners() ?? 0) > 0) variant.quietSince = Date.now();
      else if (variant.output.isRunning && Date.now() - variant.quietSince > idleMs) variant.output.stop();
    }
  };

  const unsubscribe = options.bus.subscribe(receive);
  const timer = setInterval(stopIdle, checkMs);
  return {
    byName: (name) => mounts.byName(name),
    start({ channel: { head } }, main) {
      const variant = stations.get(main.channel.head.station)?.find((one) => one.head.station === head.station);
      if (!variant) return 'This format is no longer available.';
      variant.quietSince = Date.now();
      return variant.output.start(main.channel.head.format, variant.head.format, main.channel.recentAudio());
    },
    listeners: (station) =>
      (stations.get(station) ?? []).reduce((sum, variant) => sum + (channelOf(variant)?.listeners() ?? 0), 0),
    channels: (station) => (stations.get(station) ?? []).flatMap((variant) => channelOf(variant) ?? []),
    stop() {
      unsubscribe();
      clearInterval(timer);
      for (const variant of [...stations.values()].flat()) variant.output.stop();
      mounts.stop();
    },
  };
};

/** The head of a station in an additional format; undefined if it is not available in it. */
const headOf = (main: StationHead, kind: Kind): StationHead | undefined => {
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
};

const hasOtherFormat = ({ format: before }: StationHead, { format: after }: StationHead): boolean =>
  before.codec !== after.codec || before.sample_rate !== after.sample_rate || before.channels !== after.channels;

/** For an edge without converters. */
export const noOutputs: Outputs = {
  byName: () => undefined,
  start: () => '',
  listeners: () => 0,
  channels: () => [],
  stop: () => {},
};
