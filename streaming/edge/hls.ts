import { areClosed } from '#contract/listener-rules.ts';
import type { Bus, StationHead } from '#streaming/bus/batch.ts';
import { createAudience } from '#streaming/edge/hls-sessions.ts';
import { createHlsStations, type HlsStation } from '#streaming/hls/hls.ts';
import { playlist } from '#streaming/hls/playlist.ts';
import type { RequestHead } from '#streaming/listen/request-head.ts';
import { arrival } from './arrival.ts';
import { contentType, refusal, reply, unavailable } from './replies.ts';
import type { Session, Sessions } from './sessions.ts';

export type Hls = {
  /** Answers a request below `/hls/`. */
  reply(request: RequestHead, ip: string): Buffer;
  listeners(station: string): number;
  /** Ends those listeners of the station who are out; what they ask for next is refused. */
  letGo(station: string, isOut: (session: Session) => boolean): void;
  stop(): void;
};

type Options = {
  bus: Bus;
  sessions: Sessions;
  opened(session: Session): void;
  left(session: Session): void;
  /** Why this address may not listen, a whole reply. */
  barred(head: StationHead, ip: string): Buffer | undefined;
  /** Why there is no room for another listener at this address, a whole reply. */
  full(head: StationHead, ip: string): Buffer | undefined;
};

const paths = /^\/hls\/([\w-]+)\/(?:index\.m3u8|(\d{1,15})\.(?:mp3|aac))$/;
const playlistType = 'application/vnd.apple.mpegurl';
/** Segments don't change; a cache may hand them to everybody for as long as a playlist names them. */
const whileNamed = 'public, max-age=60, immutable';
const askAgain = 'no-cache';
/** What isn't for everybody is for no shared cache. */
const alone = (caching: string): string => caching.replace(/^public, |^/, 'private, ');

/** HLS at the edge: a station's playlist and its segments, each listener counted once while asking. */
export function createHls({ bus, sessions, opened, left, barred, full }: Options): Hls {
  const audience = createAudience({ sessions, opened, left });
  const stations = createHlsStations({ bus, over: (station) => audience.leave(station) });

  return {
    reply(request, ip) {
      const [, mount = '', sequence] = paths.exec(request.path) ?? [];
      const station = stations.byName(mount);
      if (!station) return refusal('404 Not Found', 'There is no HLS here.');
      const { head } = station;
      if (!head.running) return unavailable(head.reason || 'This station is stopped.', 60);
      const bar = barred(head, ip);
      if (bar) return bar;
      const whole = sequence === undefined ? listReply(station) : pieceReply(station, Number(sequence));
      if (!Buffer.isBuffer(whole)) return whole.refusal;
      if (request.method === 'HEAD') return whole;
      let noRoom: Buffer | undefined;
      const session = audience.ask(arrival(head, request, ip, 'hls'), () => !(noRoom = full(head, ip)));
      if (!session) return noRoom ?? unavailable('This station begins in a moment.', 2);
      session.bytes += whole.length;
      return whole;
    },
    listeners: audience.listeners,
    letGo: audience.leave,
    stop() {
      stations.stop();
      audience.stop();
    },
  };
}

/** What a client gets, or why it gets nothing and isn't listening. */
type Found = Buffer | { refusal: Buffer };

function listReply({ head, segmenter }: HlsStation): Found {
  if (segmenter.listed().length === 0) return { refusal: unavailable('This station begins in a moment.', 2) };
  return reply('200 OK', playlistType, playlist(segmenter), [['Cache-Control', cachingFor(head, askAgain)]]);
}

function pieceReply({ head, segmenter }: HlsStation, sequence: number): Found {
  const segment = segmenter.find(sequence);
  if (!segment) return { refusal: refusal('404 Not Found', 'This piece is over.') };
  return reply('200 OK', contentType(segment.codec), segment.bytes, [['Cache-Control', cachingFor(head, whileNamed)]]);
}

const cachingFor = ({ rules }: StationHead, caching: string): string =>
  rules && areClosed(rules) ? alone(caching) : caching;
