import type { FastifyInstance, FastifyReply } from 'fastify';
import { EpisodeKey } from '#contract/rules/keys.ts';
import type { Kernel } from '#server/kernel/kernel.ts';
import { pagePolicy } from '#server/platform/pages/page-policy.ts';
import { pageLanguage } from '#server/platform/pages/page-language.ts';
import { sendMissing, sendPage } from '#server/platform/pages/send-page.ts';
import { embedPage } from './embed-page.ts';
import { episodePage } from './episode-page.ts';
import { readEmbedded, readEpisode, readShow, type MovedPage } from './page-source.ts';
import { showPage, type ShowDeps } from './show-page.ts';

type Deps = ShowDeps & Pick<Kernel, 'db' | 'clock'>;
const get = ['GET', 'HEAD'] as const;

/** Public pages: `/shows/{pretty_url}` and its episodes, and the embeddable player at `/embed/episodes/{key}`. */
export const mountShowPages = (app: FastifyInstance, deps: Deps): void => {
  mountShows(app, deps);
  app.route<{ Params: { key: string } }>({
    method: [...get],
    url: '/embed/episodes/:key',
    handler: async (request, reply) => {
      const key = EpisodeKey.safeParse(request.params.key);
      const found = key.success ? await readEmbedded(deps, key.data) : undefined;
      reply.header('content-security-policy', pagePolicy('*')).header('cross-origin-resource-policy', 'cross-origin');
      if (!found) return sendMissing(deps, reply);
      return sendPage(
        request,
        reply,
        embedPage(deps, found, pageLanguage(request, deps.brand, found.podcast.language)),
      );
    },
  });
};

const mountShows = (app: FastifyInstance, deps: Deps): void => {
  app.route<{ Params: { show: string }; Querystring: { page?: string } }>({
    method: [...get],
    url: '/shows/:show',
    handler: async (request, reply) => {
      const { page = '1' } = request.query;
      const found = /^[1-9]\d{0,5}$/.test(page) ? await readShow(deps, request.params.show, Number(page)) : undefined;
      reply.header('content-security-policy', pagePolicy("'none'"));
      if (!found) return sendMissing(deps, reply);
      if ('address' in found) return redirect(reply, found);
      return sendPage(request, reply, showPage(deps, found, pageLanguage(request, deps.brand, found.podcast.language)));
    },
  });
  app.route<{ Params: { show: string; key: string } }>({
    method: [...get],
    url: '/shows/:show/:key',
    handler: async (request, reply) => {
      const key = EpisodeKey.safeParse(request.params.key);
      const found = key.success ? await readEpisode(deps, request.params.show, key.data) : undefined;
      reply.header('content-security-policy', pagePolicy("'none'"));
      if (!found) return sendMissing(deps, reply);
      if ('address' in found) return redirect(reply, found, `/${request.params.key}`);
      const at = pageLanguage(request, deps.brand, found.podcast.language);
      return sendPage(request, reply, episodePage(deps, found, at));
    },
  });
};

const redirect = (reply: FastifyReply, { address }: MovedPage, more = ''): FastifyReply =>
  reply.header('cache-control', 'public, max-age=3600').redirect(`/shows/${address}${more}`, 301);
