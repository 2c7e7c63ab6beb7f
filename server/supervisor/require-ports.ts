import type { Environment, Settings } from '#server/kernel/config.ts';
import { metricsPorts } from './metrics-ports.ts';
import { isFree } from './ports.ts';
import { isLeftRunning } from './program.ts';

/**
 * Throws an error that names the setting whose port is in use, before anything starts that would fail because of it.
 */
export const requirePorts = async (settings: Settings, env: Environment): Promise<void> => {
  const required = portsOf(settings, env);
  for (const [at, { name, port }] of required.entries()) {
    const other = required.slice(0, at).find((one) => one.port === port);
    if (other) throw new Error(`${name}: ${other.name} already uses port ${port}.`);
  }
  for (const { name, port, program } of required) {
    if (!isLeftRunning(settings.dataDir, program) && !(await isFree(port)))
      throw new Error(`${name}: another program listens on port ${port}.`);
  }
};

const portsOf = (settings: Settings, env: Environment): { name: string; port: number; program: string }[] => {
  const { port, streamPort, engines, deliveryPort } = settings;
  return [
    { name: 'PORT', port, program: 'portal' },
    ...(engines === undefined
      ? [
          { name: 'STREAM_PORT', port: streamPort, program: 'engine' },
          { name: 'STREAM_PORT + 1 (Shoutcast)', port: streamPort + 1, program: 'engine' },
        ]
      : []),
    ...(env.DELIVERY_PORT ? [{ name: 'DELIVERY_PORT', port: deliveryPort, program: 'delivery' }] : []),
    ...metricsPorts(settings),
  ];
};
