import pino from 'pino';
import { readConfig } from './config.ts';
import { startEngine } from './engine.ts';
import { lockRole } from '#shared/role-lock.ts';
import { raisePriority } from './priority.ts';
import { runUntilStopped } from './run.ts';

const log = pino({ name: 'engine' });

await runUntilStopped(log, async () => {
  const config = readConfig();
  await lockRole(config.dataDir, 'engine');
  const isFirst = raisePriority();
  const engine = await startEngine(config, log);
  log.info({ ...engine.ports, isFirst }, 'on the air');
  return engine.stop;
});
