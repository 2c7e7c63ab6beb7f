import { open } from 'node:fs/promises';
import type { Media, MediaFile } from '#streaming/media/media.ts';
import type { Codec } from '../sip/sdp.ts';
import { fromMuLaw, packetMs, packetSamples, silence } from './g711.ts';
import { encodeG722, silenceOf } from './g722.ts';

export type Prompt = {
  readonly packets: number;
  readonly ms: number;
  /** 20 ms of it in a codec, undefined while they are being encoded, silence where that failed; all calls share them. */
  packet(codec: Codec, at: number): Buffer | undefined;
  /** Resolves when it is encoded, which is tried again where it failed; failures are reported. */
  ready(codec: Codec): Promise<void>;
};
export type Prompts = {
  /** Undefined, and reported, where its file can't be read, or isn't fetched in time. */
  load(file: MediaFile): Promise<Prompt | undefined>;
};

type Options = { media: Pick<Media, 'obtain'>; ffmpeg: string; failed(error: unknown): void };

/** 60 s at most, with a reserve. */
const largestBytes = 600_000;
const mostCached = 50;
/** A caller waits no longer for a prompt: it is fetched ahead, when a station gets it. */
const patienceMs = 2000;

/** Prompts in memory, those heard last: files of µ-law that the portal names. A new prompt has a new path. */
export const createPrompts = ({ media, ffmpeg, failed }: Options): Prompts => {
  const cached = new Map<string, Promise<Prompt | undefined>>();
  const obtain = async (file: MediaFile): Promise<Buffer | undefined> => {
    const path = await media.obtain(file, patienceMs);
    if (path === undefined) throw new Error(`The prompt ${file.path} is missing, or could not be fetched.`);
    return await read(path);
  };
  return {
    async load(file) {
      const { path } = file;
      const found = cached.get(path) ?? obtain(file).then((bytes) => bytes && createPrompt(bytes, { ffmpeg, failed }));
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
};

/** A prompt from µ-law in whole packets; G.722 is encoded once, when the first call needs it. */
export const createPrompt = (muLaw: Buffer, { ffmpeg, failed }: Omit<Options, 'media'>): Prompt => {
  const packets = muLaw.length / packetSamples;
  let wide: Buffer | undefined;
  let encoding: Promise<void> | undefined;
  let isFailed = false;
  const encode = async (): Promise<void> => {
    try {
      wide = await encodeG722(ffmpeg, muLaw);
    } catch (error) {
      // The next call tries again.
      isFailed = true;
      encoding = undefined;
      failed(error);
    }
  };
  const part = (bytes: Buffer, at: number): Buffer => bytes.subarray(at * packetSamples, (at + 1) * packetSamples);
  return {
    packets,
    ms: packets * packetMs,
    packet(codec, at) {
      if (codec !== 'g722') return fromMuLaw(codec, part(muLaw, at));
      if (!wide && isFailed) return silenceOf(codec);
      if (!wide) encoding ??= encode();
      return wide && part(wide, at);
    },
    async ready(codec) {
      if (codec === 'g722') await (encoding ??= encode());
    },
  };
};

const read = async (path: string): Promise<Buffer | undefined> => {
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
};
