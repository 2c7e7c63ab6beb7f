import { get } from 'node:http';
import { decode, heard, longestGap } from '../../e2e/hear.ts';

/** A listener that stays connected for hours and stores only the last half minute of audio. */
export type Ear = {
  /** The number of lost connections. */
  lost(): number;
  /** The longest silence of the last half minute, ms; the whole half minute if nothing was received. */
  gapMs(): Promise<number>;
  leave(): void;
};

const bufferS = 30;
/** Bytes per second that the soak test's stations send. */
const bytesPerSecond = 16_000;
const reconnectMs = 1000;

export const listenOn = (url: string, hz: number): Ear => {
  let chunks: Buffer[] = [];
  let size = 0;
  let lost = 0;
  let hasLeft = false;
  let disconnect = (): void => {};
  const append = (chunk: Buffer): void => {
    chunks.push(chunk);
    size += chunk.length;
    while (size - chunks[0]!.length > bufferS * bytesPerSecond) size -= chunks.shift()!.length;
  };
  const connect = (): void => {
    const request = get(url, (reply) => reply.on('data', append).on('close', reconnect));
    request.on('error', reconnect);
    disconnect = () => request.destroy();
  };
  const reconnect = (): void => {
    if (hasLeft) return;
    lost += 1;
    setTimeout(connect, reconnectMs);
  };
  connect();
  return {
    lost: () => lost,
    gapMs: async () => {
      const audio = Buffer.concat(chunks);
      [chunks, size] = [[], 0];
      const ranges = heard(await decode(audio), [hz]);
      return audio.length === 0 ? bufferS * 1000 : longestGap(ranges.slice(1, -1)) * 1000;
    },
    leave: () => {
      hasLeft = true;
      disconnect();
    },
  };
};
