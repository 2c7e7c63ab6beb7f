import { join } from 'node:path';
import pino from 'pino';
import { readConfig } from './config.ts';
import { startEdgeProcess } from './edge-process.ts';
import { lockRole } from '#shared/role-lock.ts';
import { raisePriority } from './priority.ts';
import { runUntilStopped } from './run.ts';

const log = pino({ name: 'edge' });

await runUntilStopped(log, async () => {
  // An edge has no control port; it needs the token only for an engine on another machine.
  const isRemote = process.env['ENGINE_BUS']?.includes('https:') ?? false;
  const config = readConfig({ ...(!isRemote && { ENGINE_TOKEN: 'not used by an edge' }), ...process.env });
  const role = `edge-${config.edgePort}`;
  await lockRole(config.dataDir, role);
  raisePriority();
  const edge = await startEdgeProcess({ ...config, folder: join(config.dataDir, role) }, log);
  log.info({ port: edge.port }, 'listening');
  return edge.stop;
});
