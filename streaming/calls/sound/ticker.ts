import { packetMs } from './g711.ts';

export type Ticker = {
  /** How often a tick came more than a packet late, and the longest delay, ms. */
  readonly late: { count: number; longestMs: number };
  stop(): void;
};

/** Behind by more than this, ticks are left out, so that their packets don't arrive all at once. */
const mostBehind = 5;

/**
 * One clock for all calls: calls back every 20 ms with the number of the tick, from a monotonic clock. Numbers may be
 * left out after a pause of the process; time stamps made from them stay right.
 */
export function startTicker(tick: (number: number) => void, now: () => number = () => performance.now()): Ticker {
  const start = now();
  const late = { count: 0, longestMs: 0 };
  let done = 0;
  let timer: NodeJS.Timeout;
  const run = (): void => {
    const due = Math.floor((now() - start) / packetMs);
    if (due - done > 1) {
      late.count++;
      late.longestMs = Math.max(late.longestMs, (due - done - 1) * packetMs);
    }
    if (due - done > mostBehind) done = due - mostBehind;
    while (done < due) tick(++done);
    timer = setTimeout(run, Math.max(1, Math.ceil(start + (done + 1) * packetMs - now())));
  };
  timer = setTimeout(run, packetMs);
  return {
    late,
    stop: () => clearTimeout(timer),
  };
}
