import type { Bus, BusMessage, FrameBatch, StationHead } from '#streaming/bus/batch.ts';
import type { ChannelAds } from './pods.ts';
import { createChannel, type Channel } from './channel.ts';
import type { Session } from './sessions.ts';

export type Mount = { readonly channel: Channel; readonly since: number; seq: number | undefined; peak: number };

export type Mounts = {
  byName(mount: string): Mount | undefined;
  byStation(station: string): Mount | undefined;
  all(): Mount[];
  /** Batches that this consumer lost on the bus. */
  lost(): number;
  stop(): void;
};

type Options = {
  bus: Bus;
  left(session: Session): void;
  dropped(session: Session): void;
  /** The station has a new head. */
  changed(mount: Mount): void;
  /** Without it breaks are not used. */
  ads?: ChannelAds | undefined;
  /** How much audio is kept if that is more than the burst, ms. */
  keepMs?: (() => number) | undefined;
};

/** The stations of the bus, each with its channel, at their current mounts. */
export const createMounts = ({ bus, left, dropped, changed, ads, keepMs }: Options): Mounts => {
  const stations = new Map<string, Mount>();
  const names = new Map<string, Mount>();
  let lost = 0;

  const removeName = (mount: Mount): void => {
    const name = mount.channel.head.mount;
    if (names.get(name) === mount) names.delete(name);
  };
  const open = (head: StationHead): Mount => {
    const channel = createChannel({ head, left, dropped, ads, ...(keepMs && { keepMs }) });
    return { channel, since: Date.now(), seq: undefined, peak: 0 };
  };
  const setHead = (head: StationHead): void => {
    const mount = stations.get(head.station) ?? open(head);
    const { channel } = mount;
    removeName(mount);
    if (!head.running || isOtherFormat(channel.head, head)) channel.drop();
    channel.head = head;
    stations.set(head.station, mount);
    names.set(head.mount, mount);
    changed(mount);
  };
  const remove = (mount: Mount): void => {
    mount.channel.drop();
    removeName(mount);
    stations.delete(mount.channel.head.station);
  };
  const push = (mount: Mount, batch: FrameBatch): void => {
    // A restarted engine counts from the beginning: only a jump ahead is a gap.
    if (mount.seq !== undefined && batch.seq > mount.seq + 1) lost += batch.seq - mount.seq - 1;
    mount.seq = batch.seq;
    mount.channel.push(batch);
  };
  const rest = (mount: Mount): void => {
    mount.seq = undefined;
    mount.channel.rest();
  };
  const receive = (message: BusMessage): void => {
    if (message.type === 'head') return setHead(message.head);
    const mount = stations.get(message.type === 'batch' ? message.batch.station : message.station);
    if (!mount) return;
    if (message.type === 'batch') return push(mount, message.batch);
    if (message.type === 'title') return mount.channel.title(message);
    if (message.type === 'break') return mount.channel.startBreak(message);
    if (message.type === 'resume') return mount.channel.endBreak(message.at);
    if (message.type === 'drop') return mount.channel.drop();
    if (message.type === 'rest') return rest(mount);
    remove(mount);
  };
  const unsubscribe = bus.subscribe(receive);
  return {
    byName: (mount) => names.get(mount),
    byStation: (station) => stations.get(station),
    all: () => [...stations.values()],
    lost: () => lost,
    stop() {
      unsubscribe();
      for (const { channel } of stations.values()) channel.drop();
    },
  };
};

const isOtherFormat = ({ format: before }: StationHead, { format: after }: StationHead): boolean => {
  const isSame =
    before.codec === after.codec && before.sample_rate === after.sample_rate && before.channels === after.channels;
  return !isSame;
};
