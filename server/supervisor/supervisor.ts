import { readSettings, type Environment, type RunningServices, type Settings } from '#server/kernel/config.ts';
import { birthOf } from '#server/kernel/processes.ts';
import { holdRole } from '#server/kernel/role-lock.ts';
import { readInstallation, forgetFirstPassword, type Installation } from './installation.ts';
import { keepRunning, type Kept, type Part } from './keep-running.ts';
import { readNote, removeNote, writeNote } from './notes.ts';
import { isFree } from './ports.ts';
import { isLeft } from './program.ts';
import { choosePorts, startAnalytics, startDatabase, startPortal, startStreaming, type Site } from './services.ts';
import { welcome } from './welcome.ts';

export type Supervisor = {
  /** Ends what it runs, in order; with `keepStreaming` the engine goes on and the next supervisor adopts it. */
  stop(options: { keepStreaming: boolean }): Promise<void>;
};

/**
 * Runs the whole product: the embedded services that no URL replaces, the streaming engine and the portal, each
 * started again when it ends. Returns when the portal serves; throws a sentence where something cannot be started.
 */
export const startSupervisor = async (env: Environment, say: (text: string) => void): Promise<Supervisor> => {
  const settings = readSettings(env);
  const { dataDir } = settings;
  await holdRole(dataDir, 'supervisor');
  if (readNote(dataDir, 'restore') !== undefined) {
    throw new Error(`A restore into ${dataDir} was cut short: run npm run restore again.`);
  }
  const installation = readInstallation(dataDir);
  await requirePorts(settings);
  const note = { pid: process.pid, birth: birthOf(process.pid) };
  writeNote(dataDir, 'supervisor', note);
  const site: Site = { settings, installation, ports: await choosePorts(dataDir), env };

  const parts: Partial<Record<'portal' | 'engine' | 'clickhouse' | 'postgres', Kept<Part>>> = {};
  const stop: Supervisor['stop'] = async ({ keepStreaming }) => {
    if (keepStreaming) parts.engine?.release();
    await Promise.all([parts.portal?.stop(), keepStreaming ? undefined : parts.engine?.stop()]);
    await parts.clickhouse?.stop();
    await parts.postgres?.stop();
    removeNote(dataDir, 'supervisor');
  };
  try {
    const running = await startServices(site, parts, say);
    writeNote(dataDir, 'services', running);
    const portal = keepRunning(
      'The portal',
      () => startPortal(site, portalEnv(running, installation, settings.adminPassword !== undefined)),
      say,
    );
    parts.portal = portal;
    await named('The portal', portal.ready);
  } catch (error) {
    await stop({ keepStreaming: false });
    throw error;
  }
  writeNote(dataDir, 'supervisor', { ...note, ready: true });
  say(welcome(settings, installation));
  if (installation.firstPassword !== undefined) forgetFirstPassword(dataDir, installation);
  return { stop };
};

/** The embedded services start side by side. */
const startServices = async (
  site: Site,
  parts: { engine?: Kept<Part>; clickhouse?: Kept<Part>; postgres?: Kept<Part> },
  say: (text: string) => void,
): Promise<RunningServices> => {
  const { settings, installation } = site;
  const postgres = settings.databaseUrl ? undefined : keepRunning('PostgreSQL', () => startDatabase(site), say);
  const clickhouse = settings.clickhouseUrl ? undefined : keepRunning('ClickHouse', () => startAnalytics(site), say);
  const engine = settings.engineUrl ? undefined : keepRunning('The streaming engine', () => startStreaming(site), say);
  Object.assign(parts, { postgres, clickhouse, engine });
  const [database, analytics] = await Promise.all([
    named('PostgreSQL', postgres?.ready),
    named('ClickHouse', clickhouse?.ready),
    named('The streaming engine', engine?.ready),
  ]);
  return {
    databaseUrl: settings.databaseUrl ?? database?.url ?? '',
    clickhouseUrl: settings.clickhouseUrl ?? analytics?.url ?? '',
    engineUrl: settings.engineUrl ?? `http://127.0.0.1:${site.ports.engine}`,
    engineToken: settings.engineToken ?? installation.engineToken,
  };
};

const portalEnv = (
  running: RunningServices,
  { firstPassword }: Installation,
  hasOwn: boolean,
): Record<string, string> => ({
  DATABASE_URL: running.databaseUrl,
  CLICKHOUSE_URL: running.clickhouseUrl,
  ENGINE_URL: running.engineUrl,
  ENGINE_TOKEN: running.engineToken,
  ...(firstPassword === undefined || hasOwn ? {} : { ADMIN_PASSWORD: firstPassword }),
});

const named = async <T>(name: string, ready: Promise<T> | T): Promise<T> => {
  try {
    return await ready;
  } catch (error) {
    throw new Error(`${name} did not start: ${error instanceof Error ? error.message : String(error)}`, {
      cause: error,
    });
  }
};

/** A taken port is told at once, before anything is started that would trip over it. */
const requirePorts = async ({ dataDir, port, streamPort, engineUrl }: Settings): Promise<void> => {
  const wanted: [string, number][] = [];
  if (!isLeft(dataDir, 'portal')) wanted.push(['PORT', port]);
  if (engineUrl === undefined && !isLeft(dataDir, 'engine')) {
    wanted.push(['STREAM_PORT', streamPort], ['STREAM_PORT + 1 (Shoutcast)', streamPort + 1]);
  }
  for (const [name, number] of wanted) {
    if (!(await isFree(number))) throw new Error(`${name}: another program listens on port ${number}.`);
  }
};
