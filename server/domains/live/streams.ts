import type { Writable } from 'node:stream';

/** The open event streams of followers in one process. */
export type Streams = {
  /** Sends `first`, then what is sent to any of these channels; `left` is called once, when the stream is closed. */
  add(to: Writable, channels: readonly string[], first: string, left: () => void): void;
  send(channel: string, text: string): void;
  /** Ends all streams of a channel. */
  end(channel: string): void;
  size(): number;
};

/** Bytes that a follower may be behind: a slower one is disconnected, connects again and gets what plays then. */
const maxBuffered = 256 * 1024;

/** Keeps event streams by the channels that they follow. */
export const createStreams = (): Streams => {
  const channels = new Map<string, Set<Writable>>();
  let open = 0;
  const remove = (to: Writable, channel: string): void => {
    const streams = channels.get(channel);
    streams?.delete(to);
    if (streams?.size === 0) channels.delete(channel);
  };
  return {
    add(to, followed, first, left) {
      if (to.destroyed) return left();
      for (const channel of followed) channels.set(channel, (channels.get(channel) ?? new Set()).add(to));
      open += 1;
      to.once('close', () => {
        for (const channel of followed) remove(to, channel);
        open -= 1;
        left();
      });
      to.write(first);
    },
    send(channel, text) {
      const streams = channels.get(channel);
      if (!streams) return;
      const bytes = Buffer.from(text);
      for (const to of streams)
        if (to.writableLength > maxBuffered) to.destroy();
        else to.write(bytes);
    },
    end(channel) {
      for (const to of channels.get(channel) ?? []) to.end();
    },
    size: () => open,
  };
};
