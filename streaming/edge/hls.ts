import { areRestrictive } from '#contract/listener-rules.ts';
import type { Bus, StationHead } from '#streaming/bus/batch.ts';
import { createAudience } from '#streaming/edge/hls-sessions.ts';
import { createHlsStations, type HlsStation } from '#streaming/hls/hls.ts';
import { playlist } from '#streaming/hls/playlist.ts';
import type { RequestHead } from '#streaming/listen/request-head.ts';
import { newSession } from './new-session.ts';
import { contentType, refusal, reply, unavailable } from './replies.ts';
import type { Session, Sessions } from './sessions.ts';

export type Hls = {
  /** Answers a request below `/hls/`. */
  reply(request: RequestHead, ip: string): Buffer;
  listeners(station: string): number;
  /** Ends the sessions that match; their next request is refused. */
  disconnect(station: string, isOut: (session: Session) => boolean): void;
  stop(): void;
};

type Options = {
  bus: Bus;
  sessions: Sessions;
  opened(session: Session): void;
  left(session: Session): void;
  /** The complete reply to a barred IP address; undefined for an allowed one. */
  barred(head: StationHead, ip: string): Buffer | undefined;
  /** The complete reply when a listener limit is reached; undefined otherwise. */
  full(head: StationHead, ip: string): Buffer | undefined;
};

const paths = /^\/hls\/([\w-]+)\/(?:index\.m3u8|(\d{1,15})\.(?:mp3|aac))$/;
const playlistType = 'application/vnd.apple.mpegurl';
/** Segments don't change; a cache may serve them to everyone while a playlist lists them. */
const whileListed = 'public, max-age=60, immutable';
const revalidate = 'no-cache';
/** What is not for everyone must not be in a shared cache. */
const privateCaching = (caching: string): string => caching.replace(/^public, |^/, 'private, ');

/** HLS at the edge: a station's playlist and its segments; each listener counts once while it polls. */
export function createHls({ bus, sessions, opened, left, barred, full }: Options): Hls {
  const audience = createAudience({ sessions, opened, left });
  const stations = createHlsStations({ bus, over: (station) => audience.disconnect(station) });

  return {
    reply(request, ip) {
      const [, mount = '', sequence] = paths.exec(request.path) ?? [];
      const station = stations.byName(mount);
      if (!station) return refusal('404 Not Found', 'HLS stream not found.');
      const { head } = station;
      if (!head.running) return unavailable(head.reason || 'This station is stopped.', 60);
      const refused = barred(head, ip);
      if (refused) return refused;
      const whole = sequence === undefined ? listReply(station) : segmentReply(station, Number(sequence));
      if (!Buffer.isBuffer(whole)) return whole.refusal;
      if (request.method === 'HEAD') return whole;
      let overloadReply: Buffer | undefined;
      const session = audience.touch(newSession(head, request, ip, 'hls'), () => !(overloadReply = full(head, ip)));
      if (!session) return overloadReply ?? unavailable('This station is starting.', 2);
      session.bytes += whole.length;
      return whole;
    },
    listeners: audience.listeners,
    disconnect: audience.disconnect,
    stop() {
      stations.stop();
      audience.stop();
    },
  };
}

/** The reply to a client, or the refusal, which opens no session. */
type Result = Buffer | { refusal: Buffer };

function listReply({ head, segmenter }: HlsStation): Result {
  if (segmenter.listed().length === 0) return { refusal: unavailable('This station is starting.', 2) };
  return reply('200 OK', playlistType, playlist(segmenter), [['Cache-Control', cachingFor(head, revalidate)]]);
}

function segmentReply({ head, segmenter }: HlsStation, sequence: number): Result {
  const segment = segmenter.find(sequence);
  if (!segment) return { refusal: refusal('404 Not Found', 'This segment has expired.') };
  return reply('200 OK', contentType(segment.codec), segment.bytes, [['Cache-Control', cachingFor(head, whileListed)]]);
}

const cachingFor = ({ rules }: StationHead, caching: string): string =>
  rules && areRestrictive(rules) ? privateCaching(caching) : caching;
