import type { Socket } from 'node:net';
import type { Bus, BusMessage, StationHead } from '#streaming/bus/batch.ts';
import { forwardedAddress, type Trust } from '#streaming/listen/client-address.ts';
import type { Guest } from '#streaming/listen/front-door.ts';
import { headEnd, parseHead, type RequestHead } from '#streaming/listen/request-head.ts';
import { createChannel, type Channel } from './channel.ts';
import { playlist, statusJson } from './pages.ts';
import { refusal, reply, replyHead, streamHead } from './replies.ts';
import type { Arrival, Sessions } from './sessions.ts';

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

type Mount = { channel: Channel; seq: number | undefined; peak: number; since: number };

const audienceSoundlessMs = 10_000;

/** The listening side: stations of the bus under their mounts, to players, relays and stock tools. */
export function createEdge(options: Options): Edge {
  const { bus, sessions, changed } = options;
  const stations = new Map<string, Mount>();
  const byMount = new Map<string, Mount>();
  const started = new Date();
  const figures = { bytes: 0, slow: 0, lostBatches: 0 };

  const open = (head: StationHead): Mount => ({
    seq: undefined,
    peak: 0,
    since: Date.now(),
    channel: createChannel({
      head,
      left(session) {
        figures.bytes += session.bytes;
        sessions.close(session);
        changed(head.station);
      },
      dropped: () => figures.slow++,
    }),
  });
  const setHead = (head: StationHead): void => {
    const mount = stations.get(head.station) ?? open(head);
    const { channel } = mount;
    if (byMount.get(channel.head.mount) === mount) byMount.delete(channel.head.mount);
    if (!head.running || JSON.stringify(channel.head.format) !== JSON.stringify(head.format)) channel.drop();
    channel.head = head;
    stations.set(head.station, mount);
    byMount.set(head.mount, mount);
  };
  const gone = (station: string): void => {
    const mount = stations.get(station);
    if (!mount) return;
    mount.channel.drop();
    stations.delete(station);
    if (byMount.get(mount.channel.head.mount) === mount) byMount.delete(mount.channel.head.mount);
  };
  const take = (message: BusMessage): void => {
    if (message.type === 'head') return setHead(message.head);
    if (message.type === 'gone') return gone(message.station);
    const mount = stations.get(message.type === 'batch' ? message.batch.station : message.station);
    if (!mount) return;
    if (message.type === 'title') return mount.channel.title(message);
    if (message.type === 'drop') return mount.channel.drop();
    const { batch } = message;
    if (mount.seq !== undefined && batch.seq > mount.seq + 1) figures.lostBatches += batch.seq - mount.seq - 1;
    mount.seq = batch.seq;
    mount.channel.push(batch);
  };
  const leave = bus.subscribe(take);

  const listen = (socket: Socket, mount: Mount, request: RequestHead, address: string): void => {
    const { channel } = mount;
    const { head } = channel;
    const refused = refuseListener(head, channel, options.elsewhere?.(head.station) ?? 0);
    if (refused) return answer(socket, refused, request);
    const withMetadata = request.headers.get('icy-metadata') === '1';
    const first = streamHead(head, withMetadata);
    if (request.method === 'HEAD') return answer(socket, first, request);
    const session = sessions.open(arrival(head, request, address));
    socket.resume();
    channel.join(socket, session, first, withMetadata);
    mount.peak = Math.max(mount.peak, channel.listeners());
    changed(head.station);
  };
  const answerPage = (request: RequestHead, origin: string): Buffer => {
    if (request.path === '/status-json.xsl') return reply('200 OK', 'application/json', status(request, origin));
    if (request.path === '/')
      return reply('200 OK', 'text/plain; charset=utf-8', 'Skywave: radio stations on the air.\n');
    const asked = /^\/([\w-]+)\.(m3u|pls)$/.exec(request.path);
    const mount = asked && byMount.get(asked[1]!);
    if (!mount) return refusal('404 Not Found', 'There is no station here.');
    const file = playlist(asked[2] as 'm3u' | 'pls', mount.channel.head.name, `${origin}/${asked[1]}`);
    return reply('200 OK', file.type, file.body);
  };
  const status = (request: RequestHead, origin: string): string => {
    const wanted = request.query.get('mount');
    const shown = [...stations.values()].filter(({ channel: { head } }) =>
      wanted === null ? head.running && head.public : head.running && `/${head.mount}` === wanted,
    );
    return statusJson(
      shown.map((mount) => ({ ...mount, listeners: mount.channel.listeners() })),
      origin,
      started,
    );
  };

  return {
    handle({ socket, bytes, address, secure }) {
      const request = parseHead(bytes.subarray(0, headEnd(bytes)));
      if (!request) return answer(socket, refusal('400 Bad Request', 'This is not an HTTP request.'), undefined);
      if (request.method === 'OPTIONS') return answer(socket, replyHead('204 No Content', []), request);
      if (request.method !== 'GET' && request.method !== 'HEAD')
        return answer(
          socket,
          refusal('405 Method Not Allowed', 'GET only.', [['Allow', 'GET, HEAD, OPTIONS']]),
          request,
        );
      const trusted = options.trust(address);
      const mount = byMount.get(/^\/([\w-]+)(\.(mp3|aac))?$/.exec(request.path)?.[1] ?? '');
      const forwarded = forwardedAddress(address, request.headers.get('x-forwarded-for'), options.trust);
      if (mount) return listen(socket, mount, request, forwarded);
      answer(socket, answerPage(request, originOf(request, socket, secure, trusted)), request);
    },
    listeners: (station) => stations.get(station)?.channel.listeners() ?? 0,
    counts: () => new Map([...stations].map(([key, { channel }]) => [key, channel.listeners()])),
    figures: () => figures,
    stop() {
      leave();
      for (const { channel } of stations.values()) channel.drop();
    },
  };
}

/** Writes a whole reply (only its head to HEAD) and closes. */
function answer(socket: Socket, whole: Buffer, request: RequestHead | undefined): void {
  socket.resume();
  socket.end(request?.method === 'HEAD' ? whole.subarray(0, headEnd(whole)) : whole);
  socket.setTimeout(5000, () => socket.destroy());
}

function refuseListener(head: StationHead, channel: Channel, elsewhere: number): Buffer | undefined {
  const later = (seconds: number): [string, string][] => [['Retry-After', `${seconds}`]];
  if (!head.running) return refusal('503 Service Unavailable', head.reason || 'This station is stopped.', later(60));
  if (head.max_listeners !== null && channel.listeners() + elsewhere >= head.max_listeners)
    return refusal('503 Service Unavailable', 'This station has no room for another listener.', later(30));
  if (Date.now() - channel.soundAt() > audienceSoundlessMs)
    return refusal('503 Service Unavailable', 'This station has nothing to play.', later(10));
  return undefined;
}

function arrival(head: StationHead, request: RequestHead, ip: string): Arrival {
  const userAgent = (request.headers.get('user-agent') ?? '').slice(0, 512);
  return {
    station: head.station,
    account: head.account,
    ip,
    user_agent: userAgent,
    referer: (request.headers.get('referer') ?? '').slice(0, 1024),
    output: /^Icecast /.test(userAgent) ? 'relay' : 'stream',
  };
}

/** `scheme://host` as the client asked for it; what a proxy says of it counts only if the proxy is trusted. */
function originOf(request: RequestHead, socket: Socket, secure: boolean, trusted: boolean): string {
  const proto = trusted ? request.headers.get('x-forwarded-proto') : undefined;
  const asked = (trusted && request.headers.get('x-forwarded-host')) || request.headers.get('host');
  const host = asked && /^[A-Za-z0-9.-]+(:\d+)?$|^\[[0-9a-fA-F:]+\](:\d+)?$/.test(asked) ? asked : undefined;
  const scheme = secure || proto === 'https' ? 'https' : 'http';
  return `${scheme}://${host ?? `localhost:${socket.localPort}`}`;
}
