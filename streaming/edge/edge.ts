import type { Socket } from 'node:net';
import { areClosed } from '#contract/listener-rules.ts';
import type { Converters } from '#streaming/adapt/converters.ts';
import type { Bus, StationHead } from '#streaming/bus/batch.ts';
import { forwardedAddress, type Trust } from '#streaming/listen/client-address.ts';
import type { Guest } from '#streaming/listen/front-door.ts';
import { headEnd, parseHead, type RequestHead } from '#streaming/listen/request-head.ts';
import { barredText, createAdmission } from './admission.ts';
import { arrival } from './arrival.ts';
import type { Channel } from './channel.ts';
import { noCountries, type Countries } from './countries.ts';
import { createHls } from './hls.ts';
import { createHouseholds } from './households.ts';
import { createMounts, type Mount } from './mounts.ts';
import { createOutputs, noOutputs } from './outputs.ts';
import { page } from './pages.ts';
import { noRoom, noRoomThere, refusal, replyHead, streamHead, unavailable } from './replies.ts';
import type { Session, Sessions } from './sessions.ts';

export type Edge = {
  /** Answers a listener's request; the socket is the edge's from here on. */
  handle(guest: Guest): void;
  listeners(station: string): number;
  counts(): Map<string, number>;
  figures(): { bytes: number; slow: number; lostBatches: number };
  stop(): void;
};

type Options = {
  bus: Bus;
  sessions: Sessions;
  trust: Trust;
  /** The number of listeners of the station has changed. */
  changed(station: string): void;
  /** Tells a listener's country, for stations that ask for it. */
  countries?: Countries;
  /** Makes other formats of stations, where that can be done. */
  converters?: Converters;
  /** Listeners of the station at other edges, who count for its limit too. */
  elsewhere?(station: string): number;
};

const soundlessMs = 10_000;

/** The listening side: stations of the bus under their mounts, to players, relays and stock tools. */
export function createEdge(options: Options): Edge {
  const { sessions, trust, changed } = options;
  const started = new Date();
  let [bytes, slow] = [0, 0];
  const admission = createAdmission(options.countries ?? noCountries);
  const households = createHouseholds();
  const leaving = {
    left(session: Session) {
      sessions.close(session);
      left(session);
    },
    dropped: () => void slow++,
    changed: ({ channel }: Mount) => void letOutsidersGo(channel),
  };
  const mounts = createMounts({ bus: options.bus, ...leaving });
  const outputs = options.converters
    ? createOutputs({ bus: options.bus, converters: options.converters, ...leaving })
    : noOutputs;
  const hls = createHls({ bus: options.bus, sessions, opened, left, barred, full });

  function opened(session: Session): void {
    households.come(session);
    changed(session.station);
  }

  function left(session: Session): void {
    bytes += session.bytes;
    households.go(session);
    changed(session.station);
  }

  const listeners = (station: string): number =>
    (mounts.byStation(station)?.channel.listeners() ?? 0) + outputs.listeners(station) + hls.listeners(station);

  function barred(head: StationHead, ip: string): Buffer | undefined {
    const { admitted, because } = admission.decide(head, ip);
    return admitted ? undefined : refusal('403 Forbidden', barredText[because]);
  }
  function full({ of, station: own, max_listeners: most, max_per_address: mostThere }: StationHead, ip: string) {
    const station = of ?? own;
    const isFull = most !== null && listeners(station) + (options.elsewhere?.(station) ?? 0) >= most;
    if (isFull) return unavailable(noRoom, 30);
    const isFullThere = mostThere !== null && households.count(station, ip) >= mostThere;
    return isFullThere ? unavailable(noRoomThere, 30) : undefined;
  }
  /** Another head may bar listeners who are there; nobody else hears anything of it. */
  async function letOutsidersGo(channel: Channel): Promise<void> {
    await admission.awaited(channel.head);
    const { head } = channel;
    if (!head.rules || !areClosed(head.rules)) return;
    const isOut = ({ ip }: Session): boolean => !admission.decide(head, ip).admitted;
    channel.letGo(isOut);
    hls.letGo(head.station, isOut);
  }

  /** `main` is the station whose sound it is, itself unless it is heard in another format. */
  const listen = (socket: Socket, mount: Mount, request: RequestHead, address: string, main = mount): void => {
    const { channel } = mount;
    const { head } = channel;
    const refused = stopped(head) ?? barred(head, address) ?? full(head, address) ?? soundless(main.channel);
    if (refused) return answer(socket, refused, request);
    const withMetadata = request.headers.get('icy-metadata') === '1';
    const first = streamHead(head, withMetadata);
    if (request.method === 'HEAD') return answer(socket, first, request);
    if (socket.destroyed) return;
    const asleep = mount === main ? undefined : outputs.wake(mount, main);
    if (asleep !== undefined) return answer(socket, unavailable(asleep, 30), request);
    const session = sessions.open(arrival(head, request, address));
    opened(session);
    socket.resume();
    channel.join(socket, session, first, withMetadata);
    mount.peak = Math.max(mount.peak, channel.listeners());
  };

  /** At once, but while the databases of countries are being read. */
  const whenDecidable = (head: StationHead | undefined, go: () => void): void => {
    const awaited = head && admission.awaited(head);
    if (awaited) void awaited.then(go);
    else go();
  };

  return {
    handle({ socket, bytes: read, address, secure }) {
      const request = parseHead(read.subarray(0, headEnd(read)));
      if (!request) return answer(socket, refusal('400 Bad Request', 'This is not an HTTP request.'), undefined);
      if (request.method === 'OPTIONS') return answer(socket, replyHead('204 No Content', []), request);
      if (request.method !== 'GET' && request.method !== 'HEAD') return answer(socket, wrongMethod, request);
      const from = forwardedAddress(address, request.headers.get('x-forwarded-for'), trust);
      if (request.path.startsWith('/hls/')) {
        const head = mounts.byName(request.path.split('/')[2] ?? '')?.channel.head;
        return whenDecidable(head, () => answer(socket, hls.reply(request, from), request));
      }
      const [, name = '', ending = ''] = /^\/([\w-]+)(\.(?:mp3|aac))?$/.exec(request.path) ?? [];
      const main = mounts.byName(name) ?? mounts.byName(name.replace(/-low$/, ''));
      const other = outputs.byName(`${name}${ending === '.aac' ? ending : ''}`);
      if (main && other && (ending === '.aac' || !mounts.byName(name)))
        return whenDecidable(main.channel.head, () => listen(socket, other, request, from, main));
      const mount = mounts.byName(name);
      if (mount) return whenDecidable(mount.channel.head, () => listen(socket, mount, request, from));
      const origin = originOf(request, socket, secure, trust(address));
      answer(socket, page(mounts, request, origin, started), request);
    },
    listeners,
    counts: () => new Map(mounts.all().map(({ channel }) => [channel.head.station, listeners(channel.head.station)])),
    figures: () => ({ bytes, slow, lostBatches: mounts.lost() }),
    stop() {
      hls.stop();
      outputs.stop();
      mounts.stop();
    },
  };
}

const wrongMethod = refusal('405 Method Not Allowed', 'GET only.', [['Allow', 'GET, HEAD, OPTIONS']]);

/** Writes a whole reply (only its head to HEAD) and closes. */
function answer(socket: Socket, whole: Buffer, request: RequestHead | undefined): void {
  socket.resume();
  socket.end(request?.method === 'HEAD' ? whole.subarray(0, headEnd(whole)) : whole);
  socket.setTimeout(5000, () => socket.destroy());
}

const stopped = ({ running, reason }: StationHead): Buffer | undefined =>
  running ? undefined : unavailable(reason || 'This station is stopped.', 60);

const soundless = (channel: Channel): Buffer | undefined =>
  Date.now() - channel.soundAt() > soundlessMs ? unavailable('This station has nothing to play.', 10) : undefined;

/** `scheme://host` as the client asked for it; what a proxy says of it counts only if the proxy is trusted. */
function originOf(request: RequestHead, socket: Socket, secure: boolean, trusted: boolean): string {
  const proto = trusted ? request.headers.get('x-forwarded-proto') : undefined;
  const asked = (trusted && request.headers.get('x-forwarded-host')) || request.headers.get('host');
  const host = asked && /^[A-Za-z0-9.-]+(:\d+)?$|^\[[0-9a-fA-F:]+\](:\d+)?$/.test(asked) ? asked : undefined;
  const scheme = secure || proto === 'https' ? 'https' : 'http';
  return `${scheme}://${host ?? `localhost:${socket.localPort}`}`;
}
