import { get } from 'node:http';
import { decode, heard, longestGap } from '../../e2e/hear.ts';

/** A listener that stays connected for hours and keeps only the last half minute of sound. */
export type Ear = {
  /** How often the connection ended. */
  lost(): number;
  /** The longest silence of the last half minute, ms; all of it where nothing came. */
  gapMs(): Promise<number>;
  leave(): void;
};

const keptS = 30;
/** What the stations of this program send, bytes a second. */
const bytesPerSecond = 16_000;
const againMs = 1000;

export const listenOn = (url: string, hz: number): Ear => {
  let kept: Buffer[] = [];
  let size = 0;
  let lost = 0;
  let isOver = false;
  let leaveNow = (): void => {};
  const keep = (piece: Buffer): void => {
    kept.push(piece);
    size += piece.length;
    while (size - kept[0]!.length > keptS * bytesPerSecond) size -= kept.shift()!.length;
  };
  const connect = (): void => {
    const request = get(url, (reply) => reply.on('data', keep).on('close', ended));
    request.on('error', ended);
    leaveNow = () => request.destroy();
  };
  const ended = (): void => {
    if (isOver) return;
    lost += 1;
    setTimeout(connect, againMs);
  };
  connect();
  return {
    lost: () => lost,
    gapMs: async () => {
      const sound = Buffer.concat(kept);
      [kept, size] = [[], 0];
      const stretches = heard(await decode(sound), [hz]);
      return sound.length === 0 ? keptS * 1000 : longestGap(stretches.slice(1, -1)) * 1000;
    },
    leave: () => {
      isOver = true;
      leaveNow();
    },
  };
};
