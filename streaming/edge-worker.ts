import pino from 'pino';
import { readEdgeConfig } from './config.ts';
import { edgeFolders } from './edge-folders.ts';
import { startEdgeProcess } from './edge-process.ts';
import { connectLauncher } from './other-processes.ts';
import { raisePriority } from './priority.ts';
import { runUntilStopped } from './run.ts';

/* The process of an edge that serves; `edge-main.ts` starts it, and another one in its place. */
const log = pino({ name: 'edge' });
const { others, start } = connectLauncher();
// To a whole group of processes it is meant for the one that started this one.
process.on('SIGHUP', () => undefined);

await runUntilStopped(log, async () => {
  const config = readEdgeConfig(process.env);
  const { former, upgrades } = await start;
  const folders = edgeFolders(config.dataDir, `edge-${config.edgePort}`);
  const { path: folder } = await folders.take();
  raisePriority();
  const edge = await startEdgeProcess({ ...config, folder }, log, { former, upgrades, others, folders });
  log.info({ port: edge.port }, 'listening');
  others.tell({ kind: 'serving' });
  void edge.replaced.then(edge.stop).finally(() => process.exit(0));
  return edge.stop;
});
