import { join } from 'node:path';
import pino from 'pino';
import { lockRole } from '#shared/role-lock.ts';
import { startCallsProcess } from './calls-process.ts';
import { readConfig } from './config.ts';
import { raisePriority } from './priority.ts';
import { runUntilStopped } from './run.ts';

const log = pino({ name: 'calls' });

await runUntilStopped(log, async () => {
  // The calls process has no control port; it needs the token only for an engine on another machine.
  const isRemote = process.env['ENGINE_BUS']?.includes('https:') ?? false;
  const config = readConfig({ ...(!isRemote && { ENGINE_TOKEN: 'not used by the calls process' }), ...process.env });
  await lockRole(config.dataDir, 'calls');
  raisePriority();
  const calls = await startCallsProcess({ ...config, folder: join(config.dataDir, 'calls') }, log);
  log.info({ ...calls.ports() }, 'answering');
  return calls.stop;
});
