import { isIP } from 'node:net';
import type { StationDesired } from '#contract/engine/engine.ts';
import type { Session, Sessions } from '#streaming/edge/sessions.ts';
import type { Report } from './report.ts';

/** The listeners of relaying Icecasts that report them: sessions like any other. */
export type RelayListeners = {
  /** Handles a report; '' if it is granted, else the reason. */
  handle(report: Report, station: StationDesired): string;
  knows(station: string, address: string): boolean;
  listeners(station: string): number;
  stop(): void;
};

type Relay = {
  station: string;
  address: string;
  clients: Map<string, Session>;
  /** When it was last known to be connected, and whether that is known from its connection to us. */
  seen: number;
  pulled: boolean;
};

type Options = {
  sessions: Pick<Sessions, 'open' | 'close'>;
  /** Why a listener at this IP address is refused, else ''. */
  barred(station: StationDesired, ip: string): string;
  isPulling(station: string, address: string): boolean;
  /** A relay at this IP address has started to report. */
  found(station: string, address: string): void;
  changed(station: string): void;
  now?(): number;
  sweepMs?: number;
};

/** A relay whose connection ended drops its listeners: those it could no longer report ended then. */
const goneMs = 5000;
/** A relay that pulls the audio elsewhere is trusted for this long without reports. */
const silentMs = 30 * 60_000;
const clientsAtMost = 50_000;

/**
 * Tracks the listeners that relays report. A listener reported twice counts once; when a relay restarts or dies
 * silently, its previous listeners' sessions end when it was last connected.
 */
export const createRelayListeners = (options: Options): RelayListeners => {
  const { sessions, now = Date.now } = options;
  const relays = new Map<string, Relay>();

  const end = (relay: Relay, client: string, at?: number): void => {
    const session = relay.clients.get(client);
    if (!session) return;
    relay.clients.delete(client);
    sessions.close(session, at);
    options.changed(relay.station);
  };
  const endAll = (relay: Relay, at?: number): void => {
    for (const client of relay.clients.keys()) end(relay, client, at);
  };
  const relayOf = ({ relay: address, mount }: Report, { key: station }: StationDesired): Relay => {
    const name = `${station} ${address} ${mount}`;
    const relay = relays.get(name) ?? { station, address, clients: new Map(), seen: 0, pulled: false };
    relay.seen = now();
    relay.pulled ||= options.isPulling(station, address);
    relays.set(name, relay);
    options.found(station, address);
    return relay;
  };
  const addListener = (relay: Relay, { client, ip, user_agent }: Report, station: StationDesired): string => {
    end(relay, client);
    const refused = client === '' || isIP(ip) === 0 ? 'This is not a listener.' : options.barred(station, ip);
    if (refused !== '') return refused;
    if (relay.clients.size >= clientsAtMost) return 'This relay reports too many listeners.';
    const { key, account } = station;
    relay.clients.set(client, sessions.open({ station: key, account, ip, user_agent, referer: '', output: 'relay' }));
    options.changed(key);
    return '';
  };
  const sweep = (): void => {
    for (const [name, relay] of relays) {
      const isPulling = options.isPulling(relay.station, relay.address);
      if (isPulling) Object.assign(relay, { seen: now(), pulled: true });
      if (now() - relay.seen <= (relay.pulled ? goneMs : silentMs)) continue;
      endAll(relay, relay.seen);
      relays.delete(name);
    }
  };
  const timer = setInterval(sweep, options.sweepMs ?? 5000);

  return {
    handle(report, station) {
      const relay = relayOf(report, station);
      if (report.action === 'listener_add') return addListener(relay, report, station);
      if (report.action === 'listener_remove') end(relay, report.client);
      if (report.action === 'mount_add' || report.action === 'mount_remove') endAll(relay);
      return '';
    },
    knows: (station, address) => [...relays.values()].some((one) => one.station === station && one.address === address),
    listeners(station) {
      let sum = 0;
      for (const relay of relays.values()) if (relay.station === station) sum += relay.clients.size;
      return sum;
    },
    stop() {
      clearInterval(timer);
      for (const relay of relays.values()) endAll(relay);
    },
  };
};
