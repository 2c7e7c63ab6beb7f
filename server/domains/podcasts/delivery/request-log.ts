import { randomUUID } from 'node:crypto';
import type { Clock } from '#server/kernel/kernel.ts';
import type { DeliveredSlice } from './slices.ts';

type Request = Omit<DeliveredSlice, 'type' | 'request' | 'n' | 'last' | 'at' | 'to'>;
/** A request being answered; `end` records the bytes sent so far as its last slice. */
export type OpenRequest = { sentUntil(to: number): void; end(): void };
type Open = Request & { request: string; n: number; first: number; to: number; written: number };

const tickMs = 1000;
/** Interval once enough bytes for a download are recorded: later slices only add bytes. */
const countedMs = 30_000;

/**
 * Records the bytes that requests for episodes got: at their end, and before that every second until there is enough
 * for a download, then every 30 seconds. `append` has to store a slice durably before it returns.
 */
export const requestLog = (clock: Clock, append: (slices: readonly DeliveredSlice[]) => void) => {
  const open = new Set<Open>();
  const write = (one: Open, last: boolean): void => {
    const { written: _, first: __, n, from, to, ...rest } = one;
    append([{ ...rest, type: 'delivered', n, last, from, to, at: clock.now().getTime() }]);
    Object.assign(one, { n: n + 1, from: to, written: Date.now() });
  };
  const tick = setInterval(() => {
    const now = Date.now();
    for (const one of open) if (one.to > one.from && now - one.written >= intervalOf(one)) write(one, false);
  }, tickMs);
  tick.unref();
  return {
    /** Number of requests being answered. */
    open: () => open.size,
    begin(request: Request): OpenRequest {
      const one: Open = {
        ...request,
        request: randomUUID(),
        n: 0,
        first: request.from,
        to: request.from,
        written: Date.now(),
      };
      open.add(one);
      return {
        sentUntil: (to) => void (one.to = to),
        end() {
          if (open.delete(one)) write(one, true);
        },
      };
    },
    stop() {
      clearInterval(tick);
      for (const one of open) write(one, true);
      open.clear();
    },
  };
};

export type RequestLog = ReturnType<typeof requestLog>;

/** Interval to the next slice; `from` is where the last one ended. */
const intervalOf = ({ first, from, sound, enough }: Open): number =>
  from - Math.max(first, sound) >= enough ? countedMs : tickMs - 1;
