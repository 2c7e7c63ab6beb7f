import { relative } from 'node:path';
import type { Config } from '#server/kernel/config.ts';
import type { Kernel } from '#server/kernel/kernel.ts';

/** How engines come by audio files. */
export type EngineMedia = {
  /** The portal's address for engines that have no disk in common with it. */
  url: string;
  /** Maps prompts to paths below the media folder; one that can't be copied is missing. */
  promptPaths(keys: readonly string[]): Promise<ReadonlyMap<string, string>>;
};

const parallelCopies = 8;

/**
 * The Auto DJ's files are played where they lie, or fetched by the engine (ADR 93). Prompts are read by the calls process,
 * which fetches nothing: those of a bucket are copied into the media folder's cache, eight at a time.
 */
export const engineMedia = (
  { config, storage, log }: Pick<Kernel, 'config' | 'storage' | 'log'>,
  mediaFolder: string,
): EngineMedia => {
  const pathOf = async (key: string): Promise<[string, string][]> => {
    if (!config.s3) return [[key, key]];
    try {
      return [[key, relative(mediaFolder, await storage.localPath(key))]];
    } catch (error) {
      log.error({ path: key, error: String(error) }, 'could not copy a prompt for the engine');
      return [];
    }
  };
  return {
    url: mediaUrlOf(config),
    async promptPaths(keys) {
      const paths = new Map<string, string>();
      for (let i = 0; i < keys.length; i += parallelCopies)
        for (const [key, path] of (await Promise.all(keys.slice(i, i + parallelCopies).map(pathOf))).flat())
          paths.set(key, path);
      return paths;
    },
  };
};

/** Engines on this machine reach the portal without the proxy or the certificate of its public address. */
const mediaUrlOf = ({ mediaUrl, publicUrl, engines, port, tls }: Config): string => {
  const areHere = engines.every(({ url }) => /^(127\.|localhost$|\[::1\]$)/.test(new URL(url).hostname));
  return mediaUrl ?? (areHere && !tls ? `http://127.0.0.1:${String(port)}` : publicUrl);
};
