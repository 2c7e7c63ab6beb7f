import { join } from 'node:path';
import pino from 'pino';
import { readConfig } from './config.ts';
import { startEdgeProcess } from './edge-process.ts';
import { holdRole } from './lock.ts';

const log = pino({ name: 'edge' });

try {
  const config = readConfig({ ENGINE_TOKEN: 'not used by an edge', ...process.env });
  const role = `edge-${config.edgePort}`;
  await holdRole(config.dataDir, role);
  const edge = await startEdgeProcess({ ...config, folder: join(config.dataDir, role) }, log);
  log.info({ port: edge.port }, 'listening');
  let stopping = false;
  const stop = (signal: string): void => {
    if (stopping) return;
    stopping = true;
    log.info({ signal }, 'stopping');
    void edge.stop().finally(() => process.exit(0));
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
  process.on('unhandledRejection', (error) => log.error({ err: error }, 'a task failed'));
} catch (error) {
  log.fatal((error as Error).message);
  process.exit(1);
}
