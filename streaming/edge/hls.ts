import { randomBytes } from 'node:crypto';
import { areRestrictive } from '#contract/rules/listener-rules.ts';
import type { Bus, FrameBatch, StationHead } from '#streaming/bus/batch.ts';
import { agentOf, createAudience, type HandedPlayer } from '#streaming/edge/hls-sessions.ts';
import { createHlsStations, type HlsStation, type HlsStations } from '#streaming/hls/hls.ts';
import type { SegmentMarks } from '#streaming/hls/segment-marks.ts';
import { playerPlaylist, playlist } from '#streaming/hls/playlist.ts';
import type { RequestHead } from '#streaming/listen/request-head.ts';
import { createHlsBreaks, type HlsBreaks } from './hls-breaks.ts';
import { newSession } from './new-session.ts';
import type { ChannelAds } from './pods.ts';
import { contentType, refusal, reply, unavailable } from './replies.ts';
import type { NewSession, Session, Sessions } from './sessions.ts';

/** The players of an edge between two processes, and how their stations' audio is cut. */
export type HandedHls = { players: HandedPlayer[]; segments: Record<string, SegmentMarks> };

export type Hls = {
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
  release(): HandedHls;
  /** Continues with players of another process, and with the numbers of their segments. */
  adopt(handed: HandedHls): void;
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
};

const paths = /^\/hls\/([\w-]+)\/(?:index\.m3u8|(live)\.m3u8|(\d{1,15})(?:\.(\d{1,9}))?\.(?:mp3|aac))$/;
const tokens = /^[\w-]{8,64}$/;
const tokenBytes = 12;
/** The tokens of one process begin alike: 4 characters of base64url for every three bytes. */
const tokenStartBytes = 6;
const playlistType = 'application/vnd.apple.mpegurl';
/** Segments don't change; a cache may serve them to everyone while a playlist lists them. */
const whileListed = 'public, max-age=60, immutable';
/** A playlist is one player's. */
const ofOnePlayer = 'private, no-store';
/** What is not for everyone must not be in a shared cache. */
const privateCaching = (caching: string): string => caching.replace(/^public, |^/, 'private, ');

/**
 * HLS at the edge. `index.m3u8` gives each player a playlist with a token of its own; each player counts once while it
 * polls. Who hears spots finds in their playlist, for the segments of a break, those of their lane.
 */
export const createHls = ({ bus, sessions, opened, left, barred, full, ads }: Options): Hls => {
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
    const whole = listReply(playlist(station.segmenter, own?.nameFor(session), own?.firstFor(session)));
    if (!session) return whole;
    session.bytes += whole.length;
    own?.requested(session);
    return whole;
  };

  /** `lane`: whose segment it is; undefined for the programme's. */
  const segmentReply = (
    station: HlsStation,
    arrival: NewSession,
    sequence: number,
    lane: number | undefined,
    isRead: boolean,
  ): Buffer => {
    const { head, segmenter } = station;
    const own = breaks.get(station);
    const programme = segmenter.find(sequence);
    const found =
      lane === undefined ? programme && { segment: programme, bytes: programme.bytes } : own?.find(sequence, lane);
    if (!found) return refusal('404 Not Found', 'This segment has expired.');
    const whole = reply('200 OK', contentType(found.segment.codec), found.bytes, [
      ['Cache-Control', cachingFor(head, whileListed)],
    ]);
    if (!isRead) return whole;
    const listener = lane === undefined ? undefined : own?.listenerOf(lane, agentOf(arrival));
    const session = listener ?? admit(station, arrival, undefined);
    if (Buffer.isBuffer(session)) return session;
    session.bytes += whole.length;
    // Of two players that make such requests it is not known whose this is.
    const isKnown = listener !== undefined || audience.isAlone(arrival);
    own?.requested(session, isKnown ? { sequence, lane } : undefined);
    return whole;
  };

  return {
    reply(request, ip) {
      const [, mount = '', live, sequence, lane] = paths.exec(request.path) ?? [];
      const station = stations.byName(mount);
      if (!station) return refusal('404 Not Found', 'HLS stream not found.');
      const { head, segmenter } = station;
      if (!head.running) return unavailable(head.reason || 'This station is stopped.', 60);
      const refused = barred(head, ip);
      if (refused) return refused;
      const [arrival, isRead] = [newSession(head, request, ip, 'hls'), request.method !== 'HEAD'];
      if (sequence !== undefined)
        return segmentReply(station, arrival, Number(sequence), lane === undefined ? undefined : Number(lane), isRead);
      if (segmenter.listed().length === 0) return unavailable('This station is starting.', 2);
      return live ? liveReply(station, arrival, request.query.get('l') ?? '', isRead) : firstReply(station, arrival);
    },
    listeners: audience.listeners,
    recentAudio: (station) => stations.byStation(station)?.segmenter.recent() ?? [],
    sessions(station) {
      const head = stations.byStation(station)?.head;
      return head ? audience.sessions(station).map((session) => ({ session, head })) : [];
    },
    disconnect: audience.disconnect,
    release: () => handed(audience.release(), stations),
    adopt({ players, segments }) {
      for (const [station, marks] of Object.entries(segments)) stations.byStation(station)?.segmenter.continue(marks);
      audience.adopt(players);
    },
    stop() {
      stations.stop();
      audience.stop();
    },
  };
};

const handed = (players: HandedPlayer[], stations: HlsStations): HandedHls => {
  const marks = [...new Set(players.map(({ session }) => session.station))].flatMap(
    (station): [string, SegmentMarks][] => {
      const found = stations.byStation(station);
      return found ? [[station, found.segmenter.marks()]] : [];
    },
  );
  return { players, segments: Object.fromEntries(marks) };
};

const listReply = (list: string): Buffer => reply('200 OK', playlistType, list, [['Cache-Control', ofOnePlayer]]);

const cachingFor = ({ rules }: StationHead, caching: string): string =>
  rules && areRestrictive(rules) ? privateCaching(caching) : caching;
