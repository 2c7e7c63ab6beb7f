import { clientNetwork } from '#contract/rules/network.ts';
import type { StationHead } from '#streaming/bus/batch.ts';
import type { RequestHead } from '#streaming/listen/request-head.ts';
import type { AppAds, AppListener } from './app-ads.ts';
import { appEvents, createAppTickets, type AppEvent } from './app-tickets.ts';
import type { Mounts } from './mounts.ts';
import { newSession } from './new-session.ts';
import { refusal, reply, replyHead } from './replies.ts';
import { vastDocument, type OfferedSpot } from './vast-document.ts';

type Options = {
  ads: AppAds;
  mounts: Pick<Mounts, 'byName'>;
  /** The refusal of a listener whom the station's rules bar. */
  barred(head: StationHead, ip: string): Buffer | undefined;
  now?: () => number;
};

const longestMs = 180_000;
const usualMs = 30_000;
const sweepMs = 10_000;
/** Requests of one address (IPv6: its /64 network) for one station in a minute. */
const mostAMinute = 30;
const minuteMs = 60_000;
const mostCounted = 100_000;

/**
 * Spots for apps that insert them by themselves: `/vast/{mount}` answers with VAST 4.2, `/vast/t/{ticket}/{event}` counts what
 * was heard, `/vast/a/{sha256}.mp3` is the audio. Everything is decided from memory, like the spots of a break.
 */
export const createVastOut = ({ ads, mounts, barred, now = Date.now }: Options) => {
  const tickets = createAppTickets(ads, now);
  const sweeping = setInterval(tickets.sweep, sweepMs);
  let asked = new Map<string, number>();
  let countedFrom = now();

  const isTooOften = (station: string, ip: string): boolean => {
    if (now() - countedFrom >= minuteMs || asked.size >= mostCounted) {
      asked = new Map();
      countedFrom = now();
    }
    const key = `${station} ${clientNetwork(ip)}`;
    const count = (asked.get(key) ?? 0) + 1;
    asked.set(key, count);
    return count > mostAMinute;
  };
  const offer = (head: StationHead, request: RequestHead, ip: string, origin: string): Buffer => {
    const listener: AppListener = { ...newSession(head, request, ip), output: 'vast' };
    if (isTooOften(listener.station, ip))
      return refusal('429 Too Many Requests', 'Please ask less often.', [['Retry-After', '60']]);
    const position = request.query.get('position') === 'mid' ? 'mid' : 'pre';
    const seconds = Number(request.query.get('max') ?? NaN);
    const ms = seconds > 0 ? Math.min(longestMs, seconds * 1000) : usualMs;
    // What is not played is not used up.
    const isHead = request.method === 'HEAD';
    const pod = isHead ? [] : ads.chooseForApp(listener, { position, ms });
    if (!pod) return notOffered;
    const spots = pod.map((spot): OfferedSpot => {
      const id = tickets.add(listener, spot, position);
      const addressOf = (event: AppEvent): string => `${origin}/vast/t/${tickets.addressOf(id, event)}/${event}`;
      return { id, addressOf, spot, audio: `${origin}/vast/a/${spot.sha256}.mp3` };
    });
    return reply('200 OK', 'application/xml; charset=utf-8', vastDocument(spots));
  };

  return {
    /** The reply to a request below `/vast/`. */
    reply(request: RequestHead, ip: string, origin: string): Buffer {
      const [, , first = '', second = '', event = ''] = request.path.split('/');
      if (first === 't' && event !== '') {
        if (!Object.hasOwn(appEvents, event) || request.method === 'HEAD') return unknownTicket;
        return answers[tickets.report(second, event as AppEvent)];
      }
      if (first === 'a' && second !== '') {
        const file = ads.fileOf(second.replace(/\.mp3$/, ''));
        return file ? audioReply(file.data, request.headers.get('range')) : refusal('404 Not Found', 'No such spot.');
      }
      const head = second === '' ? mounts.byName(first)?.channel.head : undefined;
      if (!head) return refusal('404 Not Found', 'Station not found.');
      return barred(head, ip) ?? offer(head, request, ip, origin);
    },
    /** Whether a request below `/vast/` is about what was given here. */
    isOwn(path: string): boolean {
      const [, , first = '', second = '', event = ''] = path.split('/');
      if (first === 't' && event !== '') return tickets.has(second);
      if (first === 'a' && second !== '') return ads.fileOf(second.replace(/\.mp3$/, '')) !== undefined;
      return mounts.byName(first) !== undefined;
    },
    stop: () => clearInterval(sweeping),
  };
};

const notOffered = refusal('404 Not Found', 'This station offers no spots to apps.');
const unknownTicket = refusal('404 Not Found', 'This spot is not known, or too old.');
const answers = {
  counted: replyHead('204 No Content', []),
  unknown: unknownTicket,
  repeated: refusal('410 Gone', 'This was reported before.'),
  early: refusal('409 Conflict', 'So much of the spot cannot have been heard yet.'),
};

const neverChanges: [string, string] = ['Cache-Control', 'public, max-age=86400, immutable'];

/** A spot's audio, or the range of it that a browser asks for. */
const audioReply = (data: Buffer, range: string | undefined): Buffer => {
  const [, from, to] = /^bytes=(\d{1,9})-(\d{0,9})$/.exec(range ?? '') ?? [];
  const headers: [string, string][] = [neverChanges, ['Accept-Ranges', 'bytes']];
  if (from === undefined) return reply('200 OK', 'audio/mpeg', data, headers);
  const first = Number(from);
  const last = to === '' || to === undefined ? data.length - 1 : Math.min(Number(to), data.length - 1);
  if (first > last) return refusal('416 Range Not Satisfiable', 'Not within this file.');
  const part = data.subarray(first, last + 1);
  return reply('206 Partial Content', 'audio/mpeg', part, [
    ...headers,
    ['Content-Range', `bytes ${first}-${last}/${data.length}`],
  ]);
};
