import type { Socket } from 'node:net';
import type { Bus } from '#streaming/bus/batch.ts';
import { forwardedAddress, type Trust } from '#streaming/listen/client-address.ts';
import type { Guest } from '#streaming/listen/front-door.ts';
import { headEnd, parseHead, type RequestHead } from '#streaming/listen/request-head.ts';
import type { Channel } from './channel.ts';
import { arrival } from './arrival.ts';
import { createHls } from './hls.ts';
import { createMounts, type Mount } from './mounts.ts';
import { page } from './pages.ts';
import { noRoom, refusal, replyHead, streamHead } from './replies.ts';
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
  /** Listeners of the station at other edges, who count for its limit too. */
  elsewhere?(station: string): number;
};

const soundlessMs = 10_000;

/** The listening side: stations of the bus under their mounts, to players, relays and stock tools. */
export function createEdge(options: Options): Edge {
  const { sessions, trust, changed } = options;
  const started = new Date();
  let [bytes, slow] = [0, 0];
  const mounts = createMounts({
    bus: options.bus,
    left(session) {
      sessions.close(session);
      left(session);
    },
    dropped: () => slow++,
  });
  const hls = createHls({ bus: options.bus, sessions, changed, left, hasRoom: (head) => hasRoom(head.station) });

  function left(session: Session): void {
    bytes += session.bytes;
    changed(session.station);
  }

  const listeners = (station: string): number =>
    (mounts.byStation(station)?.channel.listeners() ?? 0) + hls.listeners(station);
  const hasRoom = (station: string): boolean => {
    const most = mounts.byStation(station)?.channel.head.max_listeners ?? null;
    return most === null || listeners(station) + (options.elsewhere?.(station) ?? 0) < most;
  };

  const listen = (socket: Socket, mount: Mount, request: RequestHead, address: string): void => {
    const { channel } = mount;
    const { head } = channel;
    const refused = refuseListener(channel, hasRoom(head.station));
    if (refused) return answer(socket, refused, request);
    const withMetadata = request.headers.get('icy-metadata') === '1';
    const first = streamHead(head, withMetadata);
    if (request.method === 'HEAD') return answer(socket, first, request);
    if (socket.destroyed) return;
    const session = sessions.open(arrival(head, request, address));
    socket.resume();
    channel.join(socket, session, first, withMetadata);
    mount.peak = Math.max(mount.peak, channel.listeners());
    changed(head.station);
  };

  return {
    handle({ socket, bytes: read, address, secure }) {
      const request = parseHead(read.subarray(0, headEnd(read)));
      if (!request) return answer(socket, refusal('400 Bad Request', 'This is not an HTTP request.'), undefined);
      if (request.method === 'OPTIONS') return answer(socket, replyHead('204 No Content', []), request);
      if (request.method !== 'GET' && request.method !== 'HEAD') return answer(socket, wrongMethod, request);
      const from = forwardedAddress(address, request.headers.get('x-forwarded-for'), trust);
      if (request.path.startsWith('/hls/')) return answer(socket, hls.reply(request, from), request);
      const mount = mounts.byName(/^\/([\w-]+)(\.(mp3|aac))?$/.exec(request.path)?.[1] ?? '');
      if (!mount)
        return answer(
          socket,
          page(mounts, request, originOf(request, socket, secure, trust(address)), started),
          request,
        );
      listen(socket, mount, request, from);
    },
    listeners,
    counts: () => new Map(mounts.all().map(({ channel }) => [channel.head.station, listeners(channel.head.station)])),
    figures: () => ({ bytes, slow, lostBatches: mounts.lost() }),
    stop() {
      hls.stop();
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

function refuseListener(channel: Channel, hasRoom: boolean): Buffer | undefined {
  const { head } = channel;
  const later = (seconds: number): [string, string][] => [['Retry-After', `${seconds}`]];
  if (!head.running) return refusal('503 Service Unavailable', head.reason || 'This station is stopped.', later(60));
  if (!hasRoom) return refusal('503 Service Unavailable', noRoom, later(30));
  if (Date.now() - channel.soundAt() > soundlessMs)
    return refusal('503 Service Unavailable', 'This station has nothing to play.', later(10));
  return undefined;
}

/** `scheme://host` as the client asked for it; what a proxy says of it counts only if the proxy is trusted. */
function originOf(request: RequestHead, socket: Socket, secure: boolean, trusted: boolean): string {
  const proto = trusted ? request.headers.get('x-forwarded-proto') : undefined;
  const asked = (trusted && request.headers.get('x-forwarded-host')) || request.headers.get('host');
  const host = asked && /^[A-Za-z0-9.-]+(:\d+)?$|^\[[0-9a-fA-F:]+\](:\d+)?$/.test(asked) ? asked : undefined;
  const scheme = secure || proto === 'https' ? 'https' : 'http';
  return `${scheme}://${host ?? `localhost:${socket.localPort}`}`;
}
