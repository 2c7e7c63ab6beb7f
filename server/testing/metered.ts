import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pino from 'pino';
import { readConfig } from '#streaming/config.ts';
import { startEdgeProcess } from '#streaming/edge-process.ts';
import { startEngine } from '#streaming/engine.ts';
import { testPortal } from './portal.ts';

const log = pino({ level: 'silent' });

/** A portal, an engine and an edge process of it that serve their metrics at `ports`; `token`: they need it. */
export const meteredProcesses = async (token: string | undefined) => {
  const metrics = { port: 0, host: '127.0.0.1', token };
  const folder = mkdtempSync(join(tmpdir(), 'metered-'));
  const env = { PATH: '', DATA_DIR: folder, STREAM_PORT: '0', ENGINE_PORT: '0', EDGE_PORT: '0' };
  const config = { ...readConfig({ ...env, ENGINE_TOKEN: 'a token for tests only' }), metrics };
  const engine = await startEngine(config, log);
  const edge = await startEdgeProcess({ ...config, folder: join(folder, 'edge') }, log);
  const portal = await testPortal({ config: { metrics } });
  return {
    portal,
    streamPort: engine.ports.stream,
    ports: { portal: portal.operation.metricsPort, engine: engine.ports.metrics, edge: edge.metricsPort },
    async close() {
      await portal.close();
      await edge.stop();
      await engine.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
};

export const metricsAt = (port: number | undefined, headers: Record<string, string> = {}): Promise<Response> =>
  fetch(`http://127.0.0.1:${String(port)}/metrics`, { headers });
