import type { Connection, RadioSource, Via } from './connection.ts';

/** Two connections: one is heard while the other one, the spare, connects again and takes over. */
export type ConnectionPair = {
  readonly heard: Connection | undefined;
  /** The spare one, while it connects. */
  readonly next: Connection | undefined;
  /** Makes both; call it in a click. */
  make(): void;
  /** Connects the one that is heard. */
  open(source: RadioSource, via: Via): void;
  /** Connects the spare one. */
  openNext(source: RadioSource, via: Via): void;
  dropNext(): void;
  /** The next connection is heard from now on; the last one fades out and is closed. */
  switchOver(): void;
  setVolume(to: number): void;
};

type Needs = {
  make(): Connection;
  /** The browser allows sound only in a click. */
  blocked(): void;
  /** The connection that was heard was replaced. */
  switched(): void;
};

const rampMs = 40;

export const createConnectionPair = ({ make, blocked, switched }: Needs): ConnectionPair => {
  let volume = 1;
  let heard: Connection | undefined;
  let spare: Connection | undefined;
  let next: Connection | undefined;

  const start = (connection: Connection): void => {
    connection.audio.volume = volume;
    connection.audio.play().catch((thrown: unknown) => {
      if (connection === heard && thrown instanceof DOMException && thrown.name === 'NotAllowedError') blocked();
    });
  };
  const fade = async (before: Connection, now: Connection): Promise<void> => {
    const steps = 4;
    for (let step = 1; step <= steps && heard === now; step++) {
      before.audio.volume = volume * (1 - step / steps);
      await new Promise((resolve) => setTimeout(resolve, rampMs / steps));
    }
    if (next !== before && heard !== before) before.drop();
  };

  return {
    get heard() {
      return heard;
    },
    get next() {
      return next;
    },
    make() {
      heard ??= make();
      if (spare) return;
      spare = make();
      // Safari allows sound later only to elements that were used in the click.
      spare.audio.load();
    },
    open(source, via) {
      if (!heard) return;
      heard.open(source, via);
      start(heard);
    },
    openNext(source, via) {
      next = spare;
      next?.open(source, via);
    },
    dropNext() {
      next?.drop();
      next = undefined;
    },
    switchOver() {
      const [before, now] = [heard, next];
      if (!before || !now) return;
      const hadSound = !before.isOver() && before.ahead() > 0;
      [heard, spare, next] = [now, before, undefined];
      start(now);
      switched();
      if (hadSound) void fade(before, now);
      else before.drop();
    },
    setVolume(to) {
      volume = to;
      for (const connection of [heard, next]) if (connection) connection.audio.volume = to;
    },
  };
};
