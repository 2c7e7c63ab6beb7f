import { spawnSync } from 'node:child_process';
import { existsSync, realpathSync } from 'node:fs';
import { join, relative } from 'node:path';
import { serviceHome } from '#server/engines/postgres/service-home.ts';
import { canWrite, serviceAccount, type ServiceAccount } from '#server/engines/postgres/service-account.ts';
import { readSettings, type Environment, type Settings } from '#server/kernel/config.ts';
import { lockRole } from '#shared/role-lock.ts';
import { chownData } from './data-owner.ts';
import { endRootProcesses } from './end-root-processes.ts';
import { readInstallation } from './installation.ts';
import { changeAccount, raisedNice, showFolders } from './service-command.ts';

const project = join(import.meta.dirname, '../..');
/** Linux only lets root, or holders of this capability, open ports below it. */
const firstFreePort = 1024;
const say = (text: string): void => void process.stderr.write(`${text}\n`);

/**
 * Drops root: gives DATA_DIR to the service account and replaces this process by the same command run as that account,
 * which keeps no privileges of root except opening ports below 1024, if one is configured. Returns if we are not root;
 * if the account can't run the product here, it warns and we stay root. `isWhole`: the whole product starts, not a
 * single program alongside it.
 */
export const dropRoot = async ({ env, isWhole }: { env: Environment; isWhole: boolean }): Promise<void> => {
  const account = await serviceAccount();
  if (account === undefined || process.execve === undefined) return;
  const settings = readSettings(env);
  if (isWhole) {
    await lockRole(settings.dataDir, 'supervisor');
    await endRootProcesses(settings.dataDir, say);
  }
  const isInstalled = existsSync(join(settings.dataDir, 'secrets.json'));
  if (isWhole) await serviceHome(settings.dataDir, readInstallation(settings.dataDir).id, account);
  await chownData(settings.dataDir, account, isInstalled);

  const drop = changeAccount(account, opensLowPorts(settings, env));
  const folders = [project, realpathSync(settings.dataDir), process.execPath];
  const commands = [drop, ...(await showFolders(account, folders, project, drop))];
  const own = serviceEnvironment(env, settings, account.name, await compileCache(account, env, settings.dataDir));
  const found = commands.find((command) => canRun(command, settings.dataDir, own));
  if (found === undefined) return say(warning(account.name, settings.dataDir));
  // With the original arguments, by which `npm run upgrade` finds the supervisor.
  const [, script = '', ...args] = process.argv;
  const call = [process.execPath, ...process.execArgv, relative(process.cwd(), script), ...args];
  process.execve('/usr/bin/env', ['env', ...raisedNice(), ...found, ...call], own);
};

const opensLowPorts = (settings: Settings, env: Environment): boolean =>
  [settings.port, settings.deliveryPort, settings.streamPort, Number(env.ENGINE_PORT), Number(env.EDGE_PORT)].some(
    (port) => port > 0 && port < firstFreePort,
  );

/** Certificates are passed as text, as only root can read their files. */
const serviceEnvironment = (
  env: Environment,
  { dataDir, tls }: Settings,
  name: string,
  cache: string,
): NodeJS.ProcessEnv => ({
  ...Object.fromEntries(
    Object.entries(env).filter(([key]) => !/^(npm_|SUDO_|XDG_)/.test(key) || key === 'npm_lifecycle_event'),
  ),
  HOME: dataDir,
  USER: name,
  LOGNAME: name,
  NODE_COMPILE_CACHE: cache,
  ...(tls && { TLS_CERT: tls.cert, TLS_KEY: tls.key }),
});

/** The given cache, which the products of tests share, if the account can write it; otherwise one in DATA_DIR. */
const compileCache = async (account: ServiceAccount, env: Environment, dataDir: string): Promise<string> => {
  const given = env.NODE_COMPILE_CACHE;
  return given !== undefined && (await canWrite(account, given)) ? given : join(dataDir, 'cache', 'node');
};

/** Checks whether the account can read the code and write the data. */
const canRun = (command: string[], dataDir: string, env: NodeJS.ProcessEnv): boolean => {
  const read = ['package.json', 'contract/api/index.ts', 'streaming/main.ts', 'node_modules/fastify/package.json'];
  const check = `const { accessSync: may } = require('node:fs');
    for (const file of ${JSON.stringify(read.map((file) => join(project, file)))}) may(file, 4);
    may(${JSON.stringify(dataDir)}, 7);`;
  const args = [...command, process.execPath, '-e', check];
  return spawnSync('/usr/bin/env', args, { cwd: project, env, stdio: 'ignore', timeout: 30_000 }).status === 0;
};

const warning = (name: string, dataDir: string): string =>
  [
    `WARNING: everything runs as root, because the account ${name} cannot read ${project} or write ${dataDir}.`,
    '         A vulnerability would then affect the whole machine. Move the folder to where everyone can read it',
    `         (for example /opt/skywave), or make it readable: chmod -R go+rX "${project}"; and chown -R ${name} "${dataDir}"`,
    '         if another user owns the data.',
  ].join('\n');
