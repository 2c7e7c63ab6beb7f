import { createConnection, type Connection } from './connection.ts';
import type { AttachHls } from './hls.ts';
import { createRetries } from './retries.ts';

type Needs = {
  makeAudio(): HTMLAudioElement;
  attachHls: AttachHls;
  /** Connects an element to what is to be played. */
  open(connection: Connection): void;
  isWanted(): boolean;
  /** Another device plays it, and has the connection. */
  isElsewhere(): boolean;
  /** The element that is heard has sound, waits for it, was paused by the device, or plays again after that. */
  playing(): void;
  waiting(): void;
  paused(): void;
  resumed(): void;
  /** The browser plays nothing without a click. */
  blocked(): void;
  /** Nothing is heard any more. */
  silent(): void;
  /** A connection failed, the n-th since the last good sound; the next attempt is planned. */
  failed(failures: number): void;
  /** The other element is heard now. */
  replaced(): void;
};

const lookMs = 250;
/** The next connection takes over when this little of the last one is left, s. */
const switchAtS = 0.6;
const openingMs = 8000;
const rampMs = 40;

/**
 * Two audio elements: one is heard, and when its connection is lost the other one connects again while the first plays on
 * from its buffer. Then the other one is heard, without a gap as long as it is ready before that buffer is used up. While
 * another device plays, only the first one is used.
 */
export const createConnectionPair = (needs: Needs) => {
  let volume = 1;
  let heard: Connection | undefined;
  let spare: Connection | undefined;
  /** The spare one, while it connects. */
  let next: Connection | undefined;
  let watch: ReturnType<typeof setInterval> | undefined;

  const make = (): Connection => {
    const connection = createConnection(needs.makeAudio(), needs.attachHls);
    listen(connection, () => connection === heard, {
      ...needs,
      playing() {
        retries.sounds();
        needs.playing();
      },
    });
    return connection;
  };
  const start = (connection: Connection): void => {
    connection.audio.volume = volume;
    connection.audio.play().catch((thrown: unknown) => {
      if (connection === heard && thrown instanceof DOMException && thrown.name === 'NotAllowedError') needs.blocked();
    });
  };
  const reopen = (connection: Connection): void => {
    needs.open(connection);
    start(connection);
  };
  const retries = createRetries(() => {
    if (!needs.isWanted() || !spare || !heard) return;
    if (needs.isElsewhere()) return reopen(heard);
    next = spare;
    needs.open(next);
  });
  const cancelNext = (): void => {
    retries.cancel();
    next?.drop();
    next = undefined;
  };

  const switchOver = (before: Connection, now: Connection): void => {
    const hadSound = !before.isOver() && before.ahead() > 0;
    [heard, spare, next] = [now, before, undefined];
    start(now);
    needs.replaced();
    if (!hadSound) return before.drop();
    void fadeOut(before.audio, volume, () => heard === now).then(() => {
      if (next !== before && heard !== before) before.drop();
    });
  };

  /** Four times a second: does sound still come; is the next connection ready, and is the last one used up. */
  const look = (): void => {
    if (!heard || !needs.isWanted()) return;
    if (needs.isElsewhere()) return lookElsewhere(heard);
    if (next) return lookAtNext(heard, next);
    if (!retries.isPlanned()) {
      if (!heard.isLost(Date.now())) return;
      retries.soundEnded();
      retries.lost(heard.isOver() ? 0 : heard.ahead());
    }
    if (heard.isOver() || heard.ahead() === 0) needs.silent();
  };
  const lookAtNext = (last: Connection, opened: Connection): void => {
    const isUsedUp = last.isOver() || last.ahead() < switchAtS;
    if (opened.isReady()) return isUsedUp ? switchOver(last, opened) : undefined;
    if (!opened.isOver() && Date.now() - opened.openedAt() <= openingMs) return;
    cancelNext();
    needs.failed(retries.failed());
  };
  /** The device has the connection and its buffer; only its end is seen here. */
  const lookElsewhere = (connection: Connection): void => {
    if (!connection.isOver() || retries.isPlanned()) return;
    retries.soundEnded();
    needs.failed(retries.failed());
    needs.silent();
  };

  return {
    /** The one that is heard; undefined before the first use. */
    heard: () => heard,
    /** Makes the elements. Call it in a click: Safari allows sound later only to elements that were used in one. */
    prepare(): void {
      heard ??= make();
      if (!spare) {
        spare = make();
        spare.audio.load();
      }
      watch ??= setInterval(look, lookMs);
      retries.sounds();
    },
    /** Connects again, from the live edge. */
    restart(): void {
      cancelNext();
      retries.forget();
      if (heard) reopen(heard);
    },
    /** Leaves the other one as it is: unconnected, and without an attempt. */
    cancelNext,
    /** Makes the next attempt in so many ms, unless it is made already. */
    retryIn(ms: number): void {
      if (next === undefined) retries.plan(ms);
    },
    /** The network or the page came back: a waiting attempt is made at once, and a connection of another network checked. */
    hurry(isOther: boolean): void {
      if (isOther) retries.forget();
      const isStuck = isOther && next?.isReady() === false;
      if (isStuck) cancelNext();
      if (isStuck || retries.isPlanned()) retries.plan(0);
      else if (isOther) heard?.doubt();
    },
    setVolume(to: number): void {
      volume = to;
      for (const connection of [heard, next]) if (connection) connection.audio.volume = to;
    },
    /** Closes all connections; the elements may be used again. */
    end(): void {
      clearInterval(watch);
      watch = undefined;
      cancelNext();
      heard?.drop();
    },
  };
};

/** Makes it silent in some steps, as long as `isFading`. */
const fadeOut = async (audio: HTMLAudioElement, volume: number, isFading: () => boolean): Promise<void> => {
  const steps = 4;
  for (let step = 1; step <= steps && isFading(); step++) {
    audio.volume = volume * (1 - step / steps);
    await new Promise((resolve) => setTimeout(resolve, rampMs / steps));
  }
};

type Listening = Pick<Needs, 'isWanted' | 'playing' | 'waiting' | 'paused' | 'resumed'>;

/** Calls the radio for what happens to an element while it is the one that is heard. */
const listen = ({ audio }: Connection, isHeard: () => boolean, needs: Listening): void => {
  const isInUse = (): boolean => isHeard() && audio.getAttribute('src') !== null;
  audio.addEventListener('playing', () => isInUse() && needs.isWanted() && needs.playing());
  audio.addEventListener('waiting', () => isInUse() && needs.waiting());
  // A telephone call, or another app that plays.
  audio.addEventListener('pause', () => {
    if (isInUse() && needs.isWanted() && audio.paused && !audio.ended && !audio.error) needs.paused();
  });
  audio.addEventListener('play', () => isHeard() && needs.resumed());
};
