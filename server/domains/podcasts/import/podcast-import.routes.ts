import type { AudioEngine } from '#server/engines/audio/port.ts';
import type { ImageEngine } from '#server/engines/images/port.ts';
import type { Handlers } from '#server/kernel/http/handler.ts';
import { refuse } from '#server/kernel/http/refuse.ts';
import type { Kernel } from '#server/kernel/kernel.ts';
import * as imports from './podcast-import.service.ts';
import { mailProof } from './proof.ts';
import { startImport } from './start-import.ts';

/** Handlers of the import endpoints. Fields of the body take precedence over the query. */
export const podcastImportRoutes = (
  kernel: Kernel,
  engines: { audio: AudioEngine; images: ImageEngine },
): Handlers<'podcastImport'> => {
  const deps = { ...kernel, ...engines };
  return {
    start: ({ params, query, body, who }) => {
      const wanted = {
        account: query.accountKey,
        station: body.station_key ?? query.station_key ?? null,
        podcast: params.id === 'new' ? undefined : params.id,
        feedUrl:
          body.feed_url ?? query.feed_url ?? refuse('request.invalid', {}, { feed_url: 'This field is required' }),
        code: body.code,
      };
      return startImport(deps, wanted, who);
    },
    startInStation: ({ params, body, resources, who }) => {
      const [station] = resources['path.key'] ?? [];
      const account = station?.account ?? refuse('station.notFound');
      const { feed_url: feedUrl, code, podcast } = body;
      return startImport(deps, { account, station: params.key, podcast: podcast ?? undefined, feedUrl, code }, who);
    },
    prove: ({ body, who }) => mailProof(kernel, who, body.feed_url),
    task: ({ params, who }) => imports.importTask(kernel, params.id, who),
    episodes: ({ params, query, who }) => imports.importedEpisodes(kernel, params.id, query, who),
    retry: ({ params, who }) => imports.retryImport(kernel, params.id, who),
    cancel: ({ params, who }) => imports.cancelImport(kernel, params.id, who),
    latest: ({ params }) => imports.latestOf(kernel, params.key),
  };
};
