import pino from 'pino';
import { readConfig } from './config.ts';
import { startEngine } from './engine.ts';
import { holdRole } from './lock.ts';

const log = pino({ name: 'engine' });

try {
  const config = readConfig(process.env);
  await holdRole(config.dataDir, 'engine');
  const engine = await startEngine(config, log);
  log.info(engine.ports, 'on the air');
  let stopping = false;
  const stop = (signal: string): void => {
    if (stopping) return;
    stopping = true;
    log.info({ signal }, 'stopping');
    void engine.stop().finally(() => process.exit(0));
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
  // A failed side task is told; it must not take the stations off the air.
  process.on('unhandledRejection', (error) => log.error({ err: error }, 'a task failed'));
} catch (error) {
  log.fatal((error as Error).message);
  process.exitCode = 1;
  process.exit();
}
