import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readConfig, readSettings } from '#server/kernel/config.ts';
import { Operator } from '#server/kernel/operator.ts';
import { readConfig as readEngineConfig } from '#streaming/config.ts';

const project = join(import.meta.dirname, '../..');

/** Settings that portal, worker and delivery read. */
export const portalSettings: readonly string[] = Object.keys(Operator.shape);

/** Settings that engine, edge and calls read. */
export const engineSettings: readonly string[] = [
  ...readFileSync(join(project, 'streaming/config.ts'), 'utf8').matchAll(/env\['([A-Z_]+)'\]|\(env, '([A-Z_]+)'/g),
]
  .map(([, one, other]) => one ?? other ?? '')
  .filter((name) => name !== 'PATH')
  .concat('TLS_CERT', 'TLS_KEY')
  .filter((name, at, all) => all.indexOf(name) === at);

/** What Node reads. */
const nodeSettings = ['NODE_ENV', 'NODE_COMPILE_CACHE', 'NODE_EXTRA_CA_CERTS'];

type Environment = Record<string, string>;

/**
 * Reads an environment as the program does that it is for (`server/portal.ts`, `streaming/main.ts`, …): throws the
 * program's own message where a value is wrong or missing, and where the program reads no setting of that name. Files of
 * certificates need not be there: `pem` stands for their texts.
 */
export const readAs = (program: string, env: Environment, pem: { cert: string; key: string }): void => {
  const isPortal = program.startsWith('server/');
  const known = new Set([...(isPortal ? portalSettings : engineSettings), ...nodeSettings]);
  const unknown = Object.keys(env).filter((name) => !known.has(name));
  if (unknown.length > 0) throw new Error(`${program} reads no ${unknown.join(', ')}.`);
  const given = { ...env, ...(env['TLS_CERT'] && { TLS_CERT: pem.cert }), ...(env['TLS_KEY'] && { TLS_KEY: pem.key }) };
  if (isPortal) {
    readSettings(given);
    readConfig(given);
  } else {
    const needsNoToken = program !== 'streaming/main.ts' && !env['ENGINE_BUS']?.includes('https:');
    readEngineConfig({ ...(needsNoToken && { ENGINE_TOKEN: 'not used by an edge' }), ...given });
  }
};
