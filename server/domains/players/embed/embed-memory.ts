import { isDeepStrictEqual } from 'node:util';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { PlayerKey } from '#contract/rules/keys.ts';
import type { Kernel } from '#server/kernel/kernel.ts';
import { findPublicPlayer, hasContent, isRemovedPlayer, type PublicPlayer } from '../public-player.service.ts';
import { embedLanguage } from './embed-language.ts';
import { acceptsGzip, isUnchanged, type EmbedReply } from './embed-reply.ts';

export type Absence = 'unknown' | 'removed' | 'inactive';
type Found = PublicPlayer | Absence;
type Known = { at: number; found: Promise<Found>; player?: PublicPlayer; hosts: Set<string> };

/** Many visitors of one website open the same player at once. */
const freshMs = 1000;
const most = 2000;

/** Players that were asked for lately, and what was sent of them. */
export type EmbedMemory = {
  /** The player, read at most once a second. */
  find(key: PlayerKey): Promise<Found>;
  /** What this renders, once as long as nothing of the player changes. */
  once(player: PublicPlayer, name: string, render: () => EmbedReply): EmbedReply;
  /** Lets `reply` answer this host for as long as the player is fresh: the usual way has checked that it is served here. */
  allowHost(key: PlayerKey, host: string | undefined): void;
  /** Answers a request for a fresh player that the usual way has answered before, with the same headers. */
  reply(request: IncomingMessage, response: ServerResponse): boolean;
};

/** Remembers players and their replies: a popular website opens one thousands of times a second. */
export const createEmbedMemory = ({ db, clock }: Pick<Kernel, 'db' | 'clock'>): EmbedMemory => {
  const recent = new Map<string, Known>();
  const rendered = new WeakMap<PublicPlayer, Map<string, EmbedReply>>();
  const isFresh = ({ at }: Known): boolean => Math.abs(clock.now().getTime() - at) < freshMs;

  const read = async (key: PlayerKey, before: PublicPlayer | undefined): Promise<Found> => {
    const found = await findPublicPlayer(db, key, clock.now());
    if (!found) return (await isRemovedPlayer(db, key)) ? 'removed' : 'unknown';
    if (!found.active || found.suspended || !hasContent(found)) return 'inactive';
    // What was rendered of it stays.
    return before !== undefined && isDeepStrictEqual(found, before) ? before : found;
  };
  return {
    async find(key) {
      const last = recent.get(key);
      if (last && isFresh(last)) return await last.found;
      if (recent.size >= most) recent.clear();
      const found = read(key, last?.player);
      const known: Known = { at: clock.now().getTime(), found, hosts: new Set() };
      recent.set(key, known);
      try {
        const read = await found;
        if (typeof read !== 'string') known.player = read;
        return read;
      } catch (error) {
        recent.delete(key);
        throw error;
      }
    },
    once(player, name, render) {
      const own = rendered.get(player) ?? new Map<string, EmbedReply>();
      rendered.set(player, own);
      const reply = own.get(name) ?? render();
      own.set(name, reply);
      return reply;
    },
    allowHost(key, host) {
      if (host !== undefined) recent.get(key)?.hosts.add(host);
    },
    reply(request, response) {
      const asked = askedFor(request.url ?? '');
      const known = asked && recent.get(asked.key);
      if (!known?.player || !isFresh(known) || !known.hosts.has(request.headers.host ?? '')) return false;
      const language = embedLanguage(
        known.player.settings.language,
        asked?.language,
        request.headers['accept-language'],
      );
      const sent = rendered.get(known.player)?.get(`${asked?.kind ?? ''} ${language}`);
      if (!sent?.whole) return false;
      if (isUnchanged(request.headers, sent)) response.writeHead(304, sent.whole.unchanged).end();
      else if (acceptsGzip(request.headers)) response.writeHead(200, sent.whole.gzip).end(sent.gzip);
      else response.writeHead(200, sent.whole.plain).end(sent.body);
      return true;
    },
  };
};

/** What a plain URL of a player names; undefined for any other, which the router handles. */
const askedFor = (url: string): { key: string; kind: 'place' | 'page'; language: string | undefined } | undefined => {
  if (!url.startsWith('/embed/y-')) return undefined;
  const [, key = '', json, language] = /^\/embed\/(y-\w+)(\.json)?(?:\?lang=([\w-]+))?$/.exec(url) ?? [];
  return key === '' ? undefined : { key, kind: json === undefined ? 'page' : 'place', language };
};
