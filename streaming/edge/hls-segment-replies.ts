import { areRestrictive } from '#contract/rules/listener-rules.ts';
import type { StationHead } from '#streaming/bus/batch.ts';
import type { HlsStation } from '#streaming/hls/hls.ts';
import { segmentName } from '#streaming/hls/playlist.ts';
import type { Segment } from '#streaming/hls/segments.ts';
import type { HlsBreaks } from './hls-breaks.ts';
import { agentOf, type Audience } from './hls-sessions.ts';
import { contentType, refusal, reply } from './replies.ts';
import type { NewSession, Session } from './sessions.ts';

/** A segment by its name; `lane`: whose it is, undefined for the programme's. */
export type Asked = { sequence: number; since: number; lane: string | undefined };

export type SegmentReplies = {
  /** Whether caches in front of edges may have it: nobody listens by requesting it. */
  isShared(head: StationHead, asked: Asked): boolean;
  /** What a playlist calls a segment of the programme. */
  urlOf(head: StationHead, segment: Segment): string;
  /** The complete reply to a request, which is counted unless only the head is read. */
  reply(station: HlsStation, arrival: NewSession, asked: Asked, isRead: boolean): Buffer;
};

type Options = {
  /** Where players find the programme's segments: a cache in front of this edge and others. */
  base: string | undefined;
  audience: Pick<Audience, 'here' | 'isAlone'>;
  breaksOf(station: HlsStation): HlsBreaks | undefined;
  /** Who may listen; a refusal otherwise. */
  admit(station: HlsStation, arrival: NewSession, player: undefined): Session | Buffer;
};

/** No other sound will have the name of a segment of the programme. */
const forEveryone = 'public, max-age=86400, immutable';
/** What is not for everyone must not be in a shared cache: the segments of lanes, and all of a station that restricts who may listen. */
const forOne = 'private, max-age=60, immutable';

/** Answers requests for segments, of the programme and of lanes. */
export const createSegmentReplies = ({ base, audience, breaksOf, admit }: Options): SegmentReplies => {
  const isShared: SegmentReplies['isShared'] = (head, { lane }) =>
    base !== undefined && lane === undefined && isForEveryone(head);

  return {
    isShared,
    urlOf(head, segment) {
      const name = segmentName(segment);
      return base !== undefined && isForEveryone(head) ? `${base}/hls/${head.mount}/${name}` : name;
    },
    reply(station, arrival, asked, isRead) {
      const { head, segmenter } = station;
      const { sequence, since, lane } = asked;
      const breaks = breaksOf(station);
      const segment = segmenter.find(sequence, since);
      const bytes = segment && (lane === undefined ? segment.bytes : breaks?.find(segment, lane));
      if (!bytes) return refusal('404 Not Found', 'This segment has expired.');
      const whole = reply('200 OK', contentType(segment.codec), bytes, [
        ['Cache-Control', lane === undefined && isForEveryone(head) ? forEveryone : forOne],
      ]);
      if (!isRead) return whole;
      const listener = lane === undefined ? undefined : breaks?.listenerOf(lane, agentOf(arrival));
      const session = listener ?? (isShared(head, asked) ? audience.here(arrival) : admit(station, arrival, undefined));
      if (!session) return whole;
      if (Buffer.isBuffer(session)) return session;
      session.bytes += whole.length;
      // Of two players that make such requests it is not known whose this is.
      const isKnown = listener !== undefined || audience.isAlone(arrival);
      breaks?.requested(session, isKnown ? { segment, lane } : undefined);
      return whole;
    },
  };
};

const isForEveryone = ({ rules }: StationHead): boolean => !(rules && areRestrictive(rules));
