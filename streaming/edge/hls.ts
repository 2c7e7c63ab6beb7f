import { randomBytes } from 'node:crypto';
import type { Bus, FrameBatch, StationHead } from '#streaming/bus/batch.ts';
import { createAudience, type HandedPlayer } from '#streaming/edge/hls-sessions.ts';
import { createHlsStations, type HlsStation } from '#streaming/hls/hls.ts';
import { playerPlaylist, playlist } from '#streaming/hls/playlist.ts';
import type { Segment } from '#streaming/hls/segments.ts';
import type { RequestHead } from '#streaming/listen/request-head.ts';
import { createHlsBreaks, type HlsBreaks } from './hls-breaks.ts';
import { createSegmentReplies, type Asked } from './hls-segment-replies.ts';
import { createSegmentWaits } from './hls-waiting.ts';
import { newSession } from './new-session.ts';
import type { ChannelAds } from './pods.ts';
import { refusal, reply, unavailable } from './replies.ts';
import type { NewSession, Session, Sessions } from './sessions.ts';

export type Hls = {
  /** Whether it requests a segment that caches in front of edges may have: nobody listens by that. */
  isShared(request: RequestHead): boolean;
  /** Runs `go` once the segment that is requested is complete here, if that is a matter of a moment. */
  whenComplete(request: RequestHead, go: () => void): void;
  /** Answers a request below `/hls/`. */
  reply(request: RequestHead, ip: string): Buffer;
  listeners(station: string): number;
  /** The audio of its playlist, with what is not in it yet. */
  recentAudio(station: string): FrameBatch[];
  /** Its listeners, each with the head of the station. */
  sessions(station: string): { session: Session; head: StationHead }[];
  /** Ends the sessions that match; their next request is refused. */
  disconnect(station: string, isOut: (session: Session) => boolean): void;
  /** Gives up all players: another process answers their next requests. */
  release(): HandedPlayer[];
  /** Continues with players of another process, whose segments are the same. */
  adopt(players: readonly HandedPlayer[]): void;
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
  /** Without it nobody hears spots. */
  ads?: ChannelAds | undefined;
  /** Where players find the programme's segments: a cache in front of this edge and others. */
  base?: string | undefined;
};

const paths = /^\/hls\/([\w-]+)\/(?:index\.m3u8|(live)\.m3u8|(\d{1,15})-(\d{1,15})(?:\.([\w-]{1,40}))?\.(?:mp3|aac))$/;
const tokens = /^[\w-]{8,64}$/;
const tokenBytes = 12;
/** The tokens of one process begin alike: 4 characters of base64url for every three bytes. */
const tokenStartBytes = 6;
const playlistType = 'application/vnd.apple.mpegurl';
/** A playlist is one player's. */
const neverCached = 'private, no-store';

/**
 * HLS at the edge. `index.m3u8` gives each player a playlist with a token of its own; each player counts once while it
 * polls. Who hears spots finds in their playlist, for the segments of a break, those of their lane.
 */
export const createHls = ({ bus, sessions, opened, left, barred, full, ads, base }: Options): Hls => {
  const waits = createSegmentWaits();
  const breaks = new WeakMap<HlsStation, HlsBreaks>();
  const tokenStart = randomBytes(tokenStartBytes).toString('base64url');
  /** Those who have not got a playlist yet. */
  const newcomers = new WeakSet<Session>();
  const audience = createAudience({
    sessions,
    opened(session) {
      newcomers.add(session);
      opened(session);
    },
    continued: opened,
    left(session) {
      ads?.left(session);
      const station = stations.byStation(session.station);
      if (station) breaks.get(station)?.left(session);
      left(session);
    },
  });

  const breaksOf = (station: HlsStation): HlsBreaks | undefined => {
    const own = breaks.get(station) ?? (ads && createHlsBreaks({ station, ads }));
    if (own) breaks.set(station, own);
    return own;
  };
  const stations = createHlsStations({
    bus,
    over: (station) => audience.disconnect(station),
    marked(station, message) {
      if (message.type === 'resume') return breaks.get(station)?.end(message.at);
      const listeners = audience.sessions(station.head.station);
      if (listeners.length > 0) breaksOf(station)?.begin(message, listeners);
    },
    interrupted: (station) => breaks.get(station)?.interrupt(station.clock),
    completed: ({ head }) => waits.completed(head.station),
  });

  /** Who may listen; a refusal otherwise. */
  const admit = ({ head }: HlsStation, arrival: NewSession, player: string | undefined): Session | Buffer => {
    let refused: Buffer | undefined;
    const session = audience.touch(arrival, player, () => !(refused = full(head, arrival.ip)));
    return session ?? refused ?? unavailable('This station is starting.', 2);
  };

  const firstReply = ({ head }: HlsStation, arrival: NewSession): Buffer => {
    const refused = audience.isHere(arrival) ? undefined : full(head, arrival.ip);
    const player = tokenStart + randomBytes(tokenBytes).toString('base64url');
    return refused ?? listReply(playerPlaylist(player, head.format.bitrate, arrival));
  };

  const liveReply = (station: HlsStation, arrival: NewSession, token: string, isRead: boolean): Buffer => {
    const session = isRead ? admit(station, arrival, tokens.test(token) ? token : '') : undefined;
    if (Buffer.isBuffer(session)) return session;
    // A player that had its token from a former process keeps what it hears.
    const isNew = session !== undefined && newcomers.delete(session) && token.startsWith(tokenStart);
    if (isNew) breaksOf(station)?.welcome(session);
    const own = breaks.get(station);
    const laneOf = own?.nameFor(session);
    const nameOf = (segment: Segment): string => laneOf?.(segment) ?? segments.urlOf(station.head, segment);
    const whole = listReply(playlist(station.segmenter, nameOf, own?.firstFor(session)));
    if (!session) return whole;
    session.bytes += whole.length;
    own?.requested(session);
    return whole;
  };

  const segments = createSegmentReplies({ base, audience, breaksOf: (station) => breaks.get(station), admit });

  return {
    isShared(request) {
      const { mount, asked } = parse(request.path);
      const station = stations.byName(mount);
      return station !== undefined && asked !== undefined && segments.isShared(station.head, asked);
    },
    whenComplete(request, go) {
      const { mount, asked } = parse(request.path);
      const station = stations.byName(mount);
      const isDue = (): boolean =>
        asked !== undefined && station?.segmenter.isDue(asked.sequence, asked.since) === true;
      if (station && isDue()) waits.wait(station.head.station, () => !isDue(), go);
      else go();
    },
    reply(request, ip) {
      const { mount, isLive, asked } = parse(request.path);
      const station = stations.byName(mount);
      if (!station) return refusal('404 Not Found', 'HLS stream not found.');
      const { head, segmenter } = station;
      if (!head.running) return unavailable(head.reason || 'This station is stopped.', 60);
      const refused = barred(head, ip);
      if (refused) return refused;
      const [arrival, isRead] = [newSession(head, request, ip, 'hls'), request.method !== 'HEAD'];
      if (asked) return segments.reply(station, arrival, asked, isRead);
      if (segmenter.listed().length === 0) return unavailable('This station is starting.', 2);
      return isLive ? liveReply(station, arrival, request.query.get('l') ?? '', isRead) : firstReply(station, arrival);
    },
    listeners: audience.listeners,
    recentAudio: (station) => stations.byStation(station)?.segmenter.recent() ?? [],
    sessions(station) {
      const head = stations.byStation(station)?.head;
      return head ? audience.sessions(station).map((session) => ({ session, head })) : [];
    },
    disconnect: audience.disconnect,
    release: audience.release,
    adopt: audience.adopt,
    stop() {
      waits.stop();
      stations.stop();
      audience.stop();
    },
  };
};

const parse = (path: string): { mount: string; isLive: boolean; asked: Asked | undefined } => {
  const [, mount = '', live, sequence, since, lane] = paths.exec(path) ?? [];
  const asked = sequence === undefined ? undefined : { sequence: Number(sequence), since: Number(since), lane };
  return { mount, isLive: live !== undefined, asked };
};

const listReply = (list: string): Buffer => reply('200 OK', playlistType, list, [['Cache-Control', neverCached]]);
