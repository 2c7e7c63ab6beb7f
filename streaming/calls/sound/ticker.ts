import { packetMs } from './g711.ts';

export type Ticker = {
  /** How often a tick came more than a packet late, and the longest delay, ms. */
  readonly late: { count: number; longestMs: number };
  stop(): void;
};

type Options = {
  now?(): number;
  /**
   * For how many ticks what arrives may stay unread, so that it is read together: 0 where more of it waits, undefined where
   * it is read as it arrives.
   */
  rest?(): number | undefined;
};

/** Behind by more than this, ticks are left out, so that their packets don't arrive all at once. */
const mostBehind = 5;
const nothing = new Int32Array(new SharedArrayBuffer(4));

/**
 * One clock for all calls: calls back every 20 ms with the number of the tick, from a monotonic clock. Numbers may be
 * left out after a pause of the process; time stamps made from them stay right. While it rests the process sleeps
 * from tick to tick instead of waking up for each packet that arrives, and several of a port are read at once (ADR 75).
 */
export const startTicker = (
  tick: (number: number) => void,
  { now = () => performance.now(), rest }: Options = {},
): Ticker => {
  const start = now();
  const late = { count: 0, longestMs: 0 };
  let done = 0;
  let timer: NodeJS.Timeout | undefined;
  let immediate: NodeJS.Immediate | undefined;
  const untilNext = (): number => start + (done + 1) * packetMs - now();
  const catchUp = (): void => {
    const due = Math.floor((now() - start) / packetMs);
    if (due - done > 1) {
      late.count++;
      late.longestMs = Math.max(late.longestMs, (due - done - 1) * packetMs);
    }
    if (due - done > mostBehind) done = due - mostBehind;
    while (done < due) tick(++done);
  };
  const run = (): void => {
    catchUp();
    const ticks = rest?.();
    if (ticks === undefined) timer = setTimeout(run, Math.max(1, Math.ceil(untilNext())));
    else {
      for (let left = ticks; left > 0; left--) {
        Atomics.wait(nothing, 0, 0, Math.max(0, untilNext()));
        catchUp();
      }
      immediate = setImmediate(run);
    }
  };
  timer = setTimeout(run, packetMs);
  return {
    late,
    stop() {
      clearTimeout(timer);
      clearImmediate(immediate);
    },
  };
};
