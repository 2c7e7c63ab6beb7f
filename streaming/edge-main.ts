import { fileURLToPath } from 'node:url';
import pino from 'pino';
import { lockRole } from '#shared/role-lock.ts';
import { readEdgeConfig } from './config.ts';
import { launchEdge } from './launch-edge.ts';
import { runUntilStopped } from './run.ts';

/*
 * Starts an edge and replaces its process at SIGHUP by one of the code that is on disk then, without losing a listener (ADR 115). This
 * process itself serves nothing.
 */
const log = pino({ name: 'edge' });

await runUntilStopped(log, async () => {
  const { dataDir, edgePort } = readEdgeConfig(process.env);
  await lockRole(dataDir, `edge-${edgePort}`);
  const launching = launchEdge(fileURLToPath(new URL('edge-worker.ts', import.meta.url)), log);
  // One that comes before the edge serves is not lost, and ends nothing.
  process.on('SIGHUP', () => void launching.then(({ upgrade }) => upgrade()).catch(() => undefined));
  const launched = await launching;
  void launched.ended.then((code) => process.exit(code));
  return launched.stop;
});
