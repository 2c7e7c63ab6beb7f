import { join } from 'node:path';
import type { RemoteBus } from '#streaming/bus/remote-bus.ts';
import { createMedia, type Media } from '#streaming/media/media.ts';
import type { EngineConfig } from './config.ts';

/**
 * Spots and prompts for a process beside or away from its engines: what is not in a folder in common with the portal is fetched if
 * the process knows the token for it, that of the bus of an engine on another machine, as engines do.
 */
export const createEdgeMedia = (
  { mediaDir, mediaCacheBytes: maxBytes }: Pick<EngineConfig, 'mediaDir' | 'mediaCacheBytes'>,
  buses: readonly (string | RemoteBus)[],
  folder: string,
  failed: (error: unknown) => void,
): Media => {
  const remote = buses.find((bus) => typeof bus !== 'string');
  return createMedia({
    ...{ mediaDir, failed },
    ...(remote && { cache: { folder: join(folder, 'media'), maxBytes, token: remote.token } }),
  });
};
