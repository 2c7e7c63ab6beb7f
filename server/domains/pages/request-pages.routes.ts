import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import { fillText } from '#contract/rules/brand.ts';
import { errors } from '#contract/texts/errors.ts';
import { clientNetwork } from '#contract/rules/network.ts';
import { songRequestFields, songRequestLimits, songRequests } from '#contract/api/song-requests.ts';
import {
  findSongs,
  ownRequest,
  requestSong,
  type RequestDeps,
} from '#server/domains/song-requests/song-requests.service.ts';
import { publicStationAt } from '#server/domains/stations/public-stations.service.ts';
import type { StationRow } from '#server/domains/stations/stations.service.ts';
import type { SharedRateLimit } from '#server/kernel/http/shared-rate-limit.ts';
import { Refusal } from '#server/kernel/http/refuse.ts';
import { pageLanguage, type PageLanguage } from '#server/platform/pages/page-language.ts';
import type { StationPageDeps } from '#server/platform/pages/page-parts.ts';
import { pagePolicy } from '#server/platform/pages/page-policy.ts';
import { sendMissing } from '#server/platform/pages/send-page.ts';
import { requestPage, requestPath, requestedPage } from './request-page.ts';

type Deps = StationPageDeps & RequestDeps & { rateLimit: SharedRateLimit };
type Named = { Params: { name: string } };
const Fields = z.object(songRequestFields);
/** More than the longest fields, each byte escaped. */
const bodyLimit = 8192;

/**
 * The pages on which songs are requested without scripts, in the process that is connected to the engine: a search, a
 * form, and what became of the request. They keep the rules and rate limits of the calls.
 */
export const mountRequestPages = (app: FastifyInstance, deps: Deps): void => {
  void app.register(async (scope) => {
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit },
      (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(String(body)))),
    );
    scope.get<Named>('/radio/:name/request', async (request, reply) => {
      const station = await stationAt(deps, request, reply);
      if (!station) return sendMissing(deps, reply);
      const { q } = request.query as { q?: unknown };
      return await sendSearch(deps, request, reply, { station, search: searchOf(q), problem: '' });
    });
    scope.post<Named>('/radio/:name/request', async (request, reply) => {
      const station = await stationAt(deps, request, reply);
      if (!station) return sendMissing(deps, reply);
      const { q, ...given } = (request.body ?? {}) as Record<string, unknown>;
      try {
        await limit(deps, request, 'request');
        const fields = z.safeParse(Fields, given);
        if (!fields.success) throw new Refusal('songRequest.songNotFound', {}, {});
        const from = { ip: request.ip, user_agent: request.headers['user-agent'] ?? '' };
        const { id } = await requestSong(deps, station.streamname, fields.data, from);
        return await reply.redirect(`${requestPath(station)}/${id}`, 303);
      } catch (error) {
        const problem = textOf(deps, error);
        reply.code(statusOf(error));
        return await sendSearch(deps, request, reply, { station, search: searchOf(q), problem });
      }
    });
    scope.get<{ Params: { name: string; id: string } }>('/radio/:name/request/:id', async (request, reply) => {
      const station = await stationAt(deps, request, reply);
      const { id } = request.params;
      if (!station || !z.safeParse(z.uuid(), id).success) return sendMissing(deps, reply);
      const own = await ownRequest(deps, station.streamname, id).catch(() => undefined);
      return own
        ? send(reply, requestedPage(deps, { station, request: own }, languageFor(deps, request, station)))
        : sendMissing(deps, reply);
    });
  });
};

/** A public station at its current name, with the policy of its page. */
const stationAt = async (
  deps: Deps,
  request: FastifyRequest<Named>,
  reply: FastifyReply,
): Promise<StationRow | undefined> => {
  const images = [new URL(deps.config.publicUrl).origin];
  reply.header('content-security-policy', pagePolicy("'none'", { images, hasForms: true }));
  const found = await publicStationAt(deps.db, request.params.name);
  return found && 'station' in found ? found.station : undefined;
};

type Search = { station: StationRow; search: string; problem: string };

const sendSearch = async (deps: Deps, request: FastifyRequest, reply: FastifyReply, asked: Search) => {
  const { station, search } = asked;
  const at = languageFor(deps, request, station);
  try {
    if (asked.problem === '') await limit(deps, request, 'songs');
    const found = await findSongs(deps, station.streamname, search);
    return send(reply, requestPage(deps, { ...asked, found }, at));
  } catch (error) {
    const found = { open: false, reason: '', messages: false, songs: [] };
    const problem = textOf(deps, error);
    return send(reply.code(statusOf(error)), requestPage(deps, { ...asked, problem, found }, at));
  }
};

const languageFor = ({ brand }: Deps, request: FastifyRequest, { language }: StationRow): PageLanguage =>
  pageLanguage(request, brand, language);

/** The same windows as those of the calls. */
const limit = async ({ rateLimit }: Deps, request: FastifyRequest, call: 'songs' | 'request'): Promise<void> => {
  const endpoint = songRequests[call];
  await rateLimit(`${endpoint.line} ${clientNetwork(request.ip)}`, endpoint.spec.rateLimit);
};

const send = (reply: FastifyReply, text: string): FastifyReply =>
  reply
    .headers({ 'cache-control': 'no-store', vary: 'accept-language', 'referrer-policy': 'no-referrer' })
    .type('text/html; charset=utf-8')
    .send(text);

const searchOf = (given: unknown): string =>
  typeof given === 'string' && given.isWellFormed()
    ? given.replaceAll('\0', '').trim().slice(0, songRequestLimits.search)
    : '';

/** The text of a refusal; anything else is no page's to hide. */
const textOf = ({ brand }: Deps, error: unknown): string => {
  if (!(error instanceof Refusal)) throw error;
  return fillText(errors[error.code][2], brand.wording, error.details);
};
const statusOf = (error: unknown): number => (error instanceof Refusal ? errors[error.code][0] : 500);
