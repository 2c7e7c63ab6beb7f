import type { Socket } from 'node:net';
import type { Converters } from '#streaming/adapt/converters.ts';
import type { Bus, StationHead } from '#streaming/bus/batch.ts';
import { forwardedAddress, type Trust } from '#streaming/listen/client-address.ts';
import type { Connection } from '#streaming/listen/connection-router.ts';
import { headEnd, parseHead, type RequestHead } from '#streaming/listen/request-head.ts';
import type { AppAds } from './app-ads.ts';
import { newSession } from './new-session.ts';
import type { ChannelAds } from './pods.ts';
import { isSoundless, type Channel } from './channel.ts';
import { noCountries, type Countries } from './countries.ts';
import { createHls, type Hls } from './hls.ts';
import { createListenerLimits, type ListenerLimits } from './listener-limits.ts';
import { createMounts, type Mount, type Mounts } from './mounts.ts';
import { createStationMoves, type StationMoves } from './move-station.ts';
import { createOutputs, noOutputs, type Outputs } from './outputs.ts';
import { page } from './pages.ts';
import { refusal, replyHead, streamHead, unavailable } from './replies.ts';
import { createRecentSound, type RecentSound } from './recent-sound.ts';
import type { Session, Sessions } from './sessions.ts';
import type { StationSupply } from './station-supply.ts';
import { createVastOut } from './vast-out.ts';

export type Edge = RecentSound &
  StationMoves & {
    /** Answers a listener's request; the edge owns the socket from here on. */
    handle(guest: Connection): void;
    /** The epoch of the station that a request's path is of, or of what belongs to one; undefined if it is not here. */
    epochOf(path: string): number | undefined;
    /** The head of the station that a request's path is of. */
    headOf(path: string): StationHead | undefined;
    /** The stations that are here. */
    mounts(): Mount[];
    listeners(station: string): number;
    /** Players of HLS, which another process of this edge answers from now on. */
    hls: Pick<Hls, 'release' | 'adopt'>;
    /** Listeners of the station's stream and of HLS, each with the head of the format they hear. */
    sessions(station: string): { session: Session; head: StationHead }[];
    counts(): Map<string, number>;
    stats(): { bytes: number; slow: number; lostBatches: number };
    stop(): void;
  };

type Options = {
  bus: Bus;
  sessions: Sessions;
  trust: Trust;
  /** The listener count of the station changed. */
  changed(station: string): void;
  /** Looks up countries, for stations with country rules. */
  countries?: Countries;
  /** Encodes additional formats of stations, where available. */
  converters?: Converters;
  /** Without it nobody hears spots. */
  ads?: ChannelAds;
  /** What apps that insert spots by themselves can ask; without it none. */
  apps?: AppAds;
  /** Listeners of the station at other edges, which count towards its limit. */
  elsewhere?(station: string): number;
  /** Brings the sound of stations here from their first listener on; without it all of it is here. */
  supply?: StationSupply;
  /** The base URL under which players find HLS segments of the programme, which are the same at every edge; by default here. */
  hlsBase?: string | undefined;
  /** What the status page shows, of all edges at the same port; by default the stations that are here. */
  listed?(): Mount[];
  /** How much audio of a station is kept if that is more than its burst, ms. */
  keepMs?(): number;
};

/** The listening side: serves the stations of the bus at their mounts to players, relays and stock tools. */
export const createEdge = (options: Options): Edge => {
  const { sessions, trust, changed, supply } = options;
  const started = new Date();
  let [bytes, slow] = [0, 0];

  const listeners = (station: string): number => {
    const own = mounts.byStation(station)?.channel.listeners() ?? 0;
    return own + outputs.listeners(station) + hls.listeners(station);
  };
  const limits = createListenerLimits({
    ...{ countries: options.countries ?? noCountries, listeners, elsewhere: options.elsewhere },
  });
  const { barred, full, whenDecidable } = limits;

  const left = (session: Session): void => {
    bytes += session.bytes;
    limits.left(session);
    changed(session.station);
  };

  /** New rules may bar current listeners; all others stay connected. */
  const disconnectBarred = async (channel: Channel): Promise<void> => {
    const isBarred = await limits.barredSessions(() => channel.head);
    if (!isBarred) return;
    channel.disconnect(isBarred);
    hls.disconnect(channel.head.station, isBarred);
  };
  const events = {
    left(session: Session) {
      sessions.close(session);
      left(session);
    },
    dropped: () => void slow++,
    changed: ({ channel }: Mount) => void disconnectBarred(channel),
  };
  const mounts = createMounts({ bus: options.bus, ads: options.ads, keepMs: options.keepMs, ...events });
  const outputs = options.converters
    ? createOutputs({ bus: options.bus, converters: options.converters, ads: options.ads, ...events })
    : noOutputs;
  const pages = { byName: mounts.byName, all: options.listed ?? mounts.all };

  const opened = (session: Session): void => {
    supply?.want(session.station);
    limits.opened(session);
    changed(session.station);
  };
  const hls = createHls({
    ...{ bus: options.bus, ads: options.ads, base: options.hlsBase },
    ...{ sessions, opened, left, barred, full },
  });
  const vast = options.apps && createVastOut({ ads: options.apps, mounts, barred });

  const listen = (socket: Socket, { mount, main }: Found, request: RequestHead, address: string): void => {
    const { channel } = mount;
    const { head } = channel;
    const arrival = newSession(head, request, address);
    // A player that lost its connection comes back to its own place.
    const earlier = sessions.earlier(arrival);
    const refused =
      stopped(head) ?? barred(head, address) ?? (earlier ? undefined : full(head, address)) ?? soundless(main.channel);
    if (refused) return answer(socket, refused, request);
    const withMetadata = request.headers.get('icy-metadata') === '1';
    const first = streamHead(head, withMetadata);
    if (request.method === 'HEAD') return answer(socket, first, request);
    if (socket.destroyed) return;
    const failure = mount === main ? undefined : outputs.start(mount, main);
    if (failure !== undefined) return answer(socket, unavailable(failure, 30), request);
    const session = sessions.open(arrival);
    opened(session);
    if (earlier) channel.disconnect((other) => other === earlier);
    socket.resume();
    channel.addListener(socket, session, first, withMetadata);
    mount.peak = Math.max(mount.peak, channel.listeners());
  };

  const whenReady = createReadiness(limits, supply);

  return {
    handle({ socket, bytes: read, address, secure }) {
      const request = parseHead(read.subarray(0, headEnd(read)));
      if (!request) return answer(socket, refusal('400 Bad Request', 'This is not an HTTP request.'), undefined);
      if (request.method === 'OPTIONS') return answer(socket, replyHead('204 No Content', []), request);
      if (request.method !== 'GET' && request.method !== 'HEAD') return answer(socket, wrongMethod, request);
      const from = forwardedAddress(address, request.headers.get('x-forwarded-for'), trust);
      if (request.path.startsWith('/hls/')) {
        const head = mounts.byName(request.path.split('/')[2] ?? '')?.channel.head;
        const played = head?.hls ? head : undefined;
        const isListener = !hls.isShared(request);
        const reply = (): void => answer(socket, hls.reply(request, from), request);
        return whenReady({ socket, ip: from, isListener }, played, () => hls.whenComplete(request, reply));
      }
      const origin = originOf(request, socket, secure, trust(address));
      if (vast && request.path.startsWith('/vast/')) {
        const head = mounts.byName(request.path.split('/')[2] ?? '')?.channel.head;
        return whenDecidable(head, () => answer(socket, vast.reply(request, from, origin), request));
      }
      const [, name = '', ending = ''] = /^\/([\w-]+)(\.(?:mp3|aac))?$/.exec(request.path) ?? [];
      const find = (): Found | undefined => findMount(mounts, outputs, name, ending);
      whenReady({ socket, ip: from }, find()?.main.channel.head, () => {
        // The station may have ended meanwhile.
        const found = find();
        if (found) listen(socket, found, request, from);
        else answer(socket, page(pages, request, origin, started), request);
      });
    },
    epochOf: (path) => (path.startsWith('/vast/') ? (vast?.isOwn(path) ? 0 : undefined) : epochAt(mounts, path)),
    headOf: (path) => mountOf(mounts, path)?.channel.head,
    ...createStationMoves({ bus: options.bus, mounts, sessions, opened, left }),
    mounts: mounts.all,
    hls,
    listeners,
    sessions: (station) => [
      ...[mounts.byStation(station)?.channel ?? [], outputs.channels(station)]
        .flat()
        .flatMap((channel) => channel.sessions().map((session) => ({ session, head: channel.head }))),
      ...hls.sessions(station),
    ],
    ...createRecentSound(mounts, hls),
    counts: () => new Map(mounts.all().map(({ channel }) => [channel.head.station, listeners(channel.head.station)])),
    stats: () => ({ bytes, slow, lostBatches: mounts.lost() }),
    stop() {
      vast?.stop();
      hls.stop();
      outputs.stop();
      mounts.stop();
    },
  };
};

type Request = { socket: Socket; ip: string; isListener?: boolean };

/**
 * Runs `go` once the station is decidable and, for who may listen, its sound is here; a reply says what is missing. `isListener`: what is
 * requested counts as listening.
 */
const createReadiness =
  ({ barred, full, whenDecidable }: ListenerLimits, supply: StationSupply | undefined) =>
  ({ socket, ip, isListener = true }: Request, head: StationHead | undefined, go: () => void): void =>
    whenDecidable(head, () => {
      const isRefused = (of: StationHead): boolean =>
        Boolean(stopped(of) ?? barred(of, ip) ?? (isListener ? full(of, ip) : undefined));
      if (!supply || !head || isRefused(head) || supply.want(head.station)) return go();
      supply.wait(head.station, () => {
        if (!socket.destroyed) go();
      });
    });

type Found = {
  mount: Mount;
  /** The station whose audio it is: the mount itself, or the source of an additional format. */
  main: Mount;
};

const findMount = (mounts: Mounts, outputs: Outputs, name: string, ending: string): Found | undefined => {
  const mount = mounts.byName(name);
  const main = mount ?? mounts.byName(name.replace(/-low$/, ''));
  const other = outputs.byName(`${name}${ending === '.aac' ? ending : ''}`);
  if (main && other && (ending === '.aac' || !mount)) return { mount: other, main };
  return mount && { mount, main: mount };
};

/** The epoch of the station that a path belongs to. */
const epochAt = (mounts: Mounts, path: string): number | undefined => {
  const mount = mountOf(mounts, path);
  return mount && (mount.channel.head.epoch ?? 0);
};

/** The station that the path of a stream, its playlist file or HLS belongs to. */
const mountOf = (mounts: Mounts, path: string): Mount | undefined => {
  if (path.startsWith('/hls/')) return mounts.byName(path.split('/')[2] ?? '');
  const [, name = ''] = /^\/([\w-]+?)(?:-low)?(?:\.\w+)?$/.exec(path) ?? [];
  return mounts.byName(name) ?? mounts.byName(`${name}-low`);
};

const wrongMethod = refusal('405 Method Not Allowed', 'GET only.', [['Allow', 'GET, HEAD, OPTIONS']]);

/** Writes a complete reply (only its head for HEAD) and closes the socket. */
const answer = (socket: Socket, whole: Buffer, request: RequestHead | undefined): void => {
  socket.resume();
  socket.end(request?.method === 'HEAD' ? whole.subarray(0, headEnd(whole)) : whole);
  socket.setTimeout(5000, () => socket.destroy());
};

const stopped = ({ running, reason }: StationHead): Buffer | undefined =>
  running ? undefined : unavailable(reason || 'This station is stopped.', 60);

const soundless = (channel: Channel): Buffer | undefined =>
  isSoundless(channel) ? unavailable('This station is not sending audio.', 10) : undefined;

/** `scheme://host` as the client requested it; a proxy's headers count only if the proxy is trusted. */
const originOf = (request: RequestHead, socket: Socket, secure: boolean, trusted: boolean): string => {
  const proto = trusted ? request.headers.get('x-forwarded-proto') : undefined;
  const requestedHost = (trusted && request.headers.get('x-forwarded-host')) || request.headers.get('host');
  const host =
    requestedHost && /^[A-Za-z0-9.-]+(:\d+)?$|^\[[0-9a-fA-F:]+\](:\d+)?$/.test(requestedHost)
      ? requestedHost
      : undefined;
  const scheme = secure || proto === 'https' ? 'https' : 'http';
  return `${scheme}://${host ?? `localhost:${socket.localPort}`}`;
};
