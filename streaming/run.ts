import type { Logger } from 'pino';

/** Runs a process of the engine until SIGTERM or SIGINT, then stops it cleanly; a failed start logs its reason. */
export const runUntilStopped = async (log: Logger, start: () => Promise<() => Promise<void>>): Promise<void> => {
  // A failed side task is logged; it must not take the stations off the air.
  process.on('unhandledRejection', (error) => log.error({ err: error }, 'a task failed'));
  try {
    const stop = await start();
    let stopping = false;
    const end = (signal: string): void => {
      if (stopping) return;
      stopping = true;
      log.info({ signal }, 'stopping');
      void stop().finally(() => process.exit(0));
    };
    process.on('SIGTERM', end);
    process.on('SIGINT', end);
  } catch (error) {
    log.fatal((error as Error).message);
    process.exit(1);
  }
};
