import type { Logger } from 'pino';
import type { StationKey } from '#contract/rules/keys.ts';
import { createCooldowns } from './cooldowns.ts';
import { pause } from './pause.ts';

const perRound = 25;
const firstPauseMs = 250;
export const longestPauseMs = 10_000;

type Options = {
  /** Does what is due for these stations, or throws, and they are tried again. */
  send(keys: StationKey[], signal: AbortSignal): Promise<void>;
  /** Said when it throws. */
  failed: string;
  log: Logger;
};

/**
 * Queue of changed stations, sent in rounds of 25; after a failed one, rounds are retried after 0.25 s, 0.5 s, … 10 s. A
 * station that changes repeatedly is sent again after a cool-down.
 */
export const createRetryQueue = ({ send, failed, log }: Options) => {
  const changed = new Set<StationKey>();
  const stopping = new AbortController();
  let waiting = new AbortController();
  let pauseMs = 0;
  let working: Promise<void> | undefined;

  const cooldowns = createCooldowns(() => {
    if (due().length > 0 && !stopping.signal.aborted) start();
  });
  const due = (): StationKey[] => [...changed].filter((key) => !cooldowns.isResting(key));

  const round = async (): Promise<void> => {
    const keys = due().slice(0, perRound);
    const startedAt = performance.now();
    for (const key of keys) changed.delete(key);
    try {
      await send(keys, stopping.signal);
      cooldowns.begin(keys, performance.now() - startedAt);
      pauseMs = 0;
    } catch (error) {
      for (const key of keys) changed.add(key);
      pauseMs = Math.min(longestPauseMs, Math.max(firstPauseMs, pauseMs * 2));
      log.warn({ stations: changed.size, error: String(error) }, failed);
    }
  };
  const work = async (): Promise<void> => {
    while (due().length > 0 && !stopping.signal.aborted) {
      if (pauseMs > 0) await pause(pauseMs, AbortSignal.any([stopping.signal, waiting.signal]));
      if (!stopping.signal.aborted) await round();
    }
  };
  const start = (): void => {
    // Starts in a later microtask, so that `working` is set before the work can finish.
    working ??= Promise.resolve()
      .then(work)
      .finally(() => {
        working = undefined;
        if (due().length > 0 && !stopping.signal.aborted) start();
      });
  };

  return {
    add: (keys: Iterable<StationKey>) => {
      for (const key of keys) changed.add(key);
      start();
    },
    /** What failed may succeed now: ends the current wait. */
    hurry: () => {
      pauseMs = 0;
      waiting.abort();
      waiting = new AbortController();
    },
    stop: async () => {
      stopping.abort();
      cooldowns.stop();
      await working;
    },
  };
};
