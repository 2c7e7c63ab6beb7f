import { open } from 'node:fs/promises';
import { pathBelow } from '#streaming/base/path-below.ts';
import { packetSamples, silence } from './g711.ts';

export type Prompts = {
  /** A prompt as µ-law, in whole packets; undefined, and reported, where its file can't be read. */
  load(path: string): Promise<Buffer | undefined>;
};

type Options = { mediaDir: string; failed(error: unknown): void };

/** 60 s at most, with a reserve. */
const largestBytes = 600_000;
const mostCached = 50;

/** Prompts in memory, those heard last: files of µ-law below the media folder. A new prompt has a new path. */
export function createPrompts({ mediaDir, failed }: Options): Prompts {
  const cached = new Map<string, Promise<Buffer | undefined>>();
  return {
    async load(path) {
      const found = cached.get(path) ?? read(pathBelow(mediaDir, path));
      cached.delete(path);
      cached.set(path, found);
      if (cached.size > mostCached) cached.delete(cached.keys().next().value!);
      try {
        return await found;
      } catch (error) {
        cached.delete(path);
        failed(error);
        return undefined;
      }
    },
  };
}

async function read(path: string): Promise<Buffer | undefined> {
  const file = await open(path);
  try {
    const { size } = await file.stat();
    if (size > largestBytes) throw new Error(`The prompt ${path} has ${size} bytes.`);
    const prompt = await file.readFile();
    const padding = (packetSamples - (prompt.length % packetSamples)) % packetSamples;
    return prompt.length === 0 ? undefined : Buffer.concat([prompt, silence.pcmu.subarray(0, padding)]);
  } finally {
    await file.close();
  }
}
