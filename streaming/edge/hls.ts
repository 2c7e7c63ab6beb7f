import type { Bus, StationHead } from '#streaming/bus/batch.ts';
import { createAudience } from '#streaming/hls/audience.ts';
import { createHlsStations, type HlsStation } from '#streaming/hls/hls.ts';
import { playlist } from '#streaming/hls/playlist.ts';
import type { RequestHead } from '#streaming/listen/request-head.ts';
import { arrival } from './arrival.ts';
import { contentType, noRoom, refusal, reply } from './replies.ts';
import type { Session, Sessions } from './sessions.ts';

export type Hls = {
  /** Answers a request below `/hls/`. */
  reply(request: RequestHead, ip: string): Buffer;
  listeners(station: string): number;
  stop(): void;
};

type Options = {
  bus: Bus;
  sessions: Sessions;
  changed(station: string): void;
  left(session: Session): void;
  hasRoom(head: StationHead): boolean;
};

const paths = /^\/hls\/([\w-]+)\/(?:index\.m3u8|(\d{1,15})\.(?:mp3|aac))$/;
const playlistType = 'application/vnd.apple.mpegurl';
/** Segments don't change; a cache may hand them to everybody for as long as a playlist names them. */
const whileNamed = 'public, max-age=60, immutable';
const askAgain = 'no-cache';

/** HLS at the edge: a station's playlist and its segments, each listener counted once while asking. */
export function createHls({ bus, sessions, changed, left, hasRoom }: Options): Hls {
  const audience = createAudience({ sessions, opened: ({ station }) => changed(station), left });
  const stations = createHlsStations({ bus, over: audience.leave });

  return {
    reply(request, ip) {
      const [, mount = '', sequence] = paths.exec(request.path) ?? [];
      const station = stations.byName(mount);
      if (!station) return refusal('404 Not Found', 'There is no HLS here.');
      const { head } = station;
      if (!head.running) return unavailable(head.reason || 'This station is stopped.', 60);
      const whole = sequence === undefined ? listReply(station) : pieceReply(station, Number(sequence));
      if (!Buffer.isBuffer(whole)) return whole.refusal;
      if (request.method === 'HEAD') return whole;
      const session = audience.ask(arrival(head, request, ip, 'hls'), () => hasRoom(head));
      if (!session) return unavailable(noRoom, 30);
      session.bytes += whole.length;
      return whole;
    },
    listeners: audience.listeners,
    stop() {
      stations.stop();
      audience.stop();
    },
  };
}

/** What a client gets, or why it gets nothing and isn't listening. */
type Found = Buffer | { refusal: Buffer };

function listReply({ segmenter }: HlsStation): Found {
  if (segmenter.listed().length === 0) return { refusal: unavailable('This station begins in a moment.', 2) };
  return reply('200 OK', playlistType, playlist(segmenter), [['Cache-Control', askAgain]]);
}

function pieceReply({ segmenter }: HlsStation, sequence: number): Found {
  const segment = segmenter.find(sequence);
  if (!segment) return { refusal: refusal('404 Not Found', 'This piece is over.') };
  return reply('200 OK', contentType(segment.codec), segment.bytes, [['Cache-Control', whileNamed]]);
}

function unavailable(reason: string, seconds: number): Buffer {
  return refusal('503 Service Unavailable', reason, [['Retry-After', `${seconds}`]]);
}
