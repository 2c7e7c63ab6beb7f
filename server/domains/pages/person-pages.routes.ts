import type { FastifyInstance } from 'fastify';
import type { Kernel } from '#server/kernel/kernel.ts';
import { pagePolicy } from '#server/platform/pages/page-policy.ts';
import { pageLanguage } from '#server/platform/pages/page-language.ts';
import { sendMissing, sendPage } from '#server/platform/pages/send-page.ts';
import { nextOnAir } from './next-on-air.ts';
import { findPersonality, presentedBy, stationsOfPerson } from './pages.repo.ts';
import type { StationPageDeps } from '#server/platform/pages/page-parts.ts';
import { personPage } from './person-page.ts';

const mostTimes = 12;

/** The page of a radio personality at `/people/{pretty_url}`, if they have made it public. */
export const mountPersonPages = (app: FastifyInstance, deps: StationPageDeps & Pick<Kernel, 'db' | 'clock'>): void => {
  app.route<{ Params: { name: string } }>({
    method: ['GET', 'HEAD'],
    url: '/people/:name',
    handler: async (request, reply) => {
      const { name } = request.params;
      const person = await findPersonality(deps.db, name.toLowerCase());
      const images = [new URL(deps.config.publicUrl).origin];
      reply.header('content-security-policy', pagePolicy("'none'", { images }));
      const pretty_url = person?.pretty_url;
      if (!person || typeof pretty_url !== 'string') return sendMissing(deps, reply);
      if (pretty_url !== name)
        return reply.header('cache-control', 'public, max-age=3600').redirect(`/people/${pretty_url}`, 301);
      const [stations, presented] = await Promise.all([
        stationsOfPerson(deps.db, person.id),
        presentedBy(deps.db, person.id),
      ]);
      const now = deps.clock.now().getTime();
      const next = nextOnAir(presented, now, mostTimes);
      const source = { person: { ...person, pretty_url }, stations, next, now };
      return sendPage(request, reply, personPage(deps, source, pageLanguage(request, deps.brand, 'en')));
    },
  });
};
