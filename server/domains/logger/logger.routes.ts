import type { AudioEngine } from '#server/engines/audio/port.ts';
import type { Handlers } from '#server/kernel/http/handler.ts';
import type { Kernel } from '#server/kernel/kernel.ts';
import { cutEpisode } from './cut-episode.ts';
import { cutLog } from './cut-log.ts';
import { logEngine } from './log-engine.ts';
import { serveAudio } from './log-audio.ts';
import * as service from './logger.service.ts';

/** Handlers of the broadcast logger. */
export const loggerRoutes = (kernel: Kernel, audio: AudioEngine): Handlers<'logger'> => {
  const deps = { ...kernel, audio, engine: logEngine(kernel.fleet) };
  return {
    overview: ({ params, who }) => service.getLog(deps, params.key, who),
    change: ({ params, body, who }) => service.changeLog(deps, params.key, body, who),
    clear: async ({ params }) => {
      await service.clearLog(deps, params.key);
      return undefined;
    },
    day: ({ params }) => service.getDay(deps, params.key, params.date),
    link: ({ params, query, who }) => service.linkTo(deps, params.key, { ...params, name: query.name }, who),
    sound: ({ params, query, request, reply, signal }) =>
      serveAudio(deps.engine, { ...params, name: query.name }, { request, reply, signal }),
    cut: ({ params, body, who, signal }) => cutLog(deps, params.key, body, who, signal),
    cutEpisode: ({ params, body, who, signal }) => cutEpisode(deps, params.podcastKey, body, who, signal),
  };
};
