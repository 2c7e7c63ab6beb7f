import type { ImageEngine } from '#server/engines/images/port.ts';
import type { Handlers } from '#server/kernel/http/handler.ts';
import { refuse } from '#server/kernel/http/refuse.ts';
import type { Kernel } from '#server/kernel/kernel.ts';
import { changePodcast } from './change-podcast.ts';
import { createPodcast } from './create-podcast.ts';
import { deletePodcast } from './delete-podcast.ts';
import { presentPodcast } from './podcasts.presenter.ts';
import { accountOfStation } from './podcasts.repo.ts';
import { searchPodcasts, showPodcast } from './podcasts.service.ts';

/** Handlers of the podcast endpoints. */
export const podcastsRoutes = (kernel: Kernel, { images }: { images: ImageEngine }): Handlers<'podcasts'> => {
  const all = { ...kernel, images };
  return {
    list: ({ query: { accountKey, ...page } }) => searchPodcasts(all, { account: accountKey }, page),
    ofStation: ({ params, query }) => searchPodcasts(all, { station: params.key }, query),
    search: ({ query }) => searchPodcasts(all, 'portal', query),
    get: ({ params }) => showPodcast(all, params.key),
    create: async ({ query: { accountKey: account }, body: { station_key, ...body }, file, who }) => {
      const given = { account, station: station_key ?? null, body, logo: file.path };
      return presentPodcast(await createPodcast(all, given, who), all.config);
    },
    createInStation: async ({ params: { key: station }, body: { station_key: _own, ...body }, file, who }) => {
      const account = (await accountOfStation(all.db, station)) ?? refuse('station.notFound');
      const given = { account, station, body, logo: file.path };
      return presentPodcast(await createPodcast(all, given, who), all.config);
    },
    update: ({ params, body, file }) => changePodcast(all, params.key, body, file?.path),
    remove: ({ params }) => deletePodcast(all, params.key),
  };
};
