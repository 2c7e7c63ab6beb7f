import { packetMs } from './g711.ts';

export type Ticker = {
  /** How often a tick came more than a packet late, and the longest delay, ms. */
  readonly late: { count: number; longestMs: number };
  stop(): void;
};

type Options = {
  now?(): number;
  /** Whether packets arrive so often that they are read together. */
  isBusy?(): boolean;
};

/** Behind by more than this, ticks are left out, so that their packets don't arrive all at once. */
const mostBehind = 5;
const nothing = new Int32Array(new SharedArrayBuffer(4));

/**
 * One clock for all calls: calls back every 20 ms with the number of the tick, from a monotonic clock. Numbers may be
 * left out after a pause of the process; time stamps made from them stay right. While it is busy the process sleeps
 * until the next tick instead of waking up for each packet that arrives, which is half the cost of a packet (ADR 20): 20 ms are
 * short for a SIP message, and nobody hears what callers send.
 */
export function startTicker(
  tick: (number: number) => void,
  { now = () => performance.now(), isBusy }: Options = {},
): Ticker {
  const start = now();
  const late = { count: 0, longestMs: 0 };
  let done = 0;
  let timer: NodeJS.Timeout | undefined;
  let immediate: NodeJS.Immediate | undefined;
  const untilNext = (): number => start + (done + 1) * packetMs - now();
  const run = (): void => {
    const due = Math.floor((now() - start) / packetMs);
    if (due - done > 1) {
      late.count++;
      late.longestMs = Math.max(late.longestMs, (due - done - 1) * packetMs);
    }
    if (due - done > mostBehind) done = due - mostBehind;
    while (done < due) tick(++done);
    if (isBusy?.()) {
      Atomics.wait(nothing, 0, 0, Math.max(0, untilNext()));
      immediate = setImmediate(run);
    } else timer = setTimeout(run, Math.max(1, Math.ceil(untilNext())));
  };
  timer = setTimeout(run, packetMs);
  return {
    late,
    stop() {
      clearTimeout(timer);
      clearImmediate(immediate);
    },
  };
}
