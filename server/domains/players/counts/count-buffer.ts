import type { Kernel } from '#server/kernel/kernel.ts';
import { addRows, countRow, type CountRow, type PlayerCount } from './count-rows.ts';
import { storeCounts } from './counts.repo.ts';

export type CountBuffer = {
  add(count: PlayerCount): void;
  /** Stores what was counted; later calls of `add` are stored by the next one. */
  flush(): Promise<void>;
};

const flushMs = 2000;
/** Reports name any website: more different rows than this wait for nobody's database. */
const mostRows = 50_000;

/**
 * Adds up what players report, and stores the sums every two seconds, so that a popular website costs the database no more than a
 * small one. While the database is down, sums wait; a process that is killed loses at most two seconds.
 */
export const createCountBuffer = ({ db, clock, log }: Pick<Kernel, 'db' | 'clock' | 'log'>): CountBuffer => {
  let rows = new Map<string, CountRow>();
  let timer: NodeJS.Timeout | undefined;
  let dropped = 0;

  const schedule = (): void => {
    timer ??= setTimeout(() => {
      timer = undefined;
      void flush();
    }, flushMs).unref();
  };
  const flush = async (): Promise<void> => {
    clearTimeout(timer);
    timer = undefined;
    const stored = rows;
    if (stored.size === 0) return;
    rows = new Map();
    try {
      await storeCounts(db, [...stored.values()]);
      if (dropped > 0) log.warn({ dropped }, 'reports of players were dropped while the database was down');
      dropped = 0;
    } catch (error) {
      log.warn({ error: String(error) }, 'reports of players wait: the database is unreachable');
      addRows(rows, stored.values());
      schedule();
    }
  };
  return {
    add(count) {
      if (rows.size >= mostRows) dropped += 1;
      else addRows(rows, [countRow(count, clock.now().getTime())]);
      schedule();
    },
    flush,
  };
};
