import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { readSettings, type Environment, type RunningServices } from '#server/kernel/config.ts';
import { birthOf } from '#server/kernel/processes.ts';
import { lockRole } from '#shared/role-lock.ts';
import { readInstallation, forgetFirstPassword, type Installation } from './installation.ts';
import { keepRunning, type Supervised, type Part } from './keep-running.ts';
import { readNote, removeNote, writeNote } from './notes.ts';
import { requirePorts } from './require-ports.ts';
import { requireServices } from './require-services.ts';
import { rotateLogs } from './rotate-logs.ts';
import { endLeftover } from './program.ts';
import {
  choosePorts,
  servicesOf,
  startAnalytics,
  startCalls,
  startDatabase,
  startDelivery,
  startPortal,
  startStreaming,
  type Site,
} from './services.ts';
import { startupMessage } from './startup-message.ts';

export type Supervisor = {
  /** Ends its processes in order; with `keepStreaming` the engine and calls continue, and the next supervisor adopts them. */
  stop(options: { keepStreaming: boolean }): Promise<void>;
};

/**
 * Runs the whole product: the embedded services that the operator doesn't replace by URLs, the streaming engine, the
 * portal and delivery, each restarted when it exits. Returns when the portal is ready, or once `asked` to stop; throws
 * an error if something can't be started.
 */
export const startSupervisor = async (
  env: Environment,
  say: (text: string) => void,
  asked: Promise<void>,
): Promise<Supervisor> => {
  const settings = readSettings(env);
  const { dataDir } = settings;
  await lockRole(dataDir, 'supervisor');
  if (readNote(dataDir, 'restore') !== undefined) {
    throw new Error(`A restore into ${dataDir} was interrupted: run npm run restore again.`);
  }
  const installation = readInstallation(dataDir);
  await requirePorts(settings, env);
  await requireServices(settings, { say });
  const note = { pid: process.pid, birth: birthOf(process.pid) };
  writeNote(dataDir, 'supervisor', note);
  const site: Site = { settings, installation, ports: await choosePorts(settings), env };

  const parts: Partial<
    Record<'portal' | 'delivery' | 'engine' | 'calls' | 'clickhouse' | 'postgres', Supervised<Part>>
  > = {};
  const endRotation = rotateLogs(join(dataDir, 'log'));
  const stop: Supervisor['stop'] = async ({ keepStreaming }) => {
    endRotation();
    const streaming = [parts.engine, parts.calls];
    if (keepStreaming) for (const part of streaming) part?.release();
    const stopStreaming = keepStreaming ? [] : streaming.map((part) => part?.stop());
    await Promise.all([stopPart('portal'), stopPart('delivery'), ...stopStreaming]);
    await parts.clickhouse?.stop();
    await parts.postgres?.stop();
    removeNote(dataDir, 'supervisor');
  };
  /** One that is still starting waits for its database, and isn't waited for. */
  const stopPart = async (name: 'portal' | 'delivery'): Promise<void> => {
    parts[name]?.release();
    await endLeftover(dataDir, name);
    await parts[name]?.stop();
  };
  let isReady: boolean;
  try {
    const publishUrls = followAddresses(site);
    Object.assign(parts, startParts(site, publishUrls, say));
    const ready = Promise.all([
      named('PostgreSQL', parts.postgres?.ready),
      named('ClickHouse', parts.clickhouse?.ready),
      named('The streaming engine', parts.engine?.ready),
      named('The portal', parts.portal?.ready),
      named('Delivery', parts.delivery?.ready),
    ]);
    isReady = await Promise.race([ready.then(() => true), asked.then(() => false)]);
  } catch (error) {
    await stop({ keepStreaming: false });
    throw error;
  }
  if (!isReady) return { stop };
  writeNote(dataDir, 'supervisor', { ...note, ready: true });
  say(startupMessage(settings, installation));
  if (installation.firstPassword !== undefined) forgetFirstPassword(dataDir, installation);
  return { stop };
};

/** Everything starts in parallel: the portal prepares itself while its database starts, and waits only for that. */
const startParts = (site: Site, publishUrls: () => Promise<void>, say: (text: string) => void) => {
  const { settings, installation } = site;
  const keepUnlessExternal = <P extends Part>(name: string, start: (site: Site) => Promise<P>, external: unknown) => {
    if (external !== undefined) return undefined;
    return keepRunning(name, async () => start(site).finally(publishUrls), say);
  };
  return {
    postgres: keepUnlessExternal('PostgreSQL', startDatabase, settings.databaseUrl),
    clickhouse: keepUnlessExternal('ClickHouse', startAnalytics, settings.clickhouseUrl),
    engine: keepUnlessExternal('The streaming engine', startStreaming, settings.engines),
    // An external engine's bus isn't here.
    ...(settings.calls &&
      settings.engines === undefined && {
        calls: keepRunning('The calls process', () => startCalls(site), say),
      }),
    portal: keepRunning(
      'The portal',
      () => startPortal(site, portalEnv(servicesOf(site), installation, settings.adminPassword !== undefined)),
      say,
    ),
    delivery: keepRunning('Delivery', () => startDelivery(site, serviceEnv(servicesOf(site))), say),
  };
};

/** Writes down the URLs of the services; if one had to take another port, restarts the portal and delivery with it. */
const followAddresses = (site: Site): (() => Promise<void>) => {
  const { dataDir } = site.settings;
  let known = servicesOf(site);
  writeNote(dataDir, 'services', known);
  return async () => {
    const now = servicesOf(site);
    if (isDeepStrictEqual(now, known)) return;
    known = now;
    writeNote(dataDir, 'services', now);
    await Promise.all([endLeftover(dataDir, 'portal'), endLeftover(dataDir, 'delivery')]);
  };
};

const portalEnv = (
  running: RunningServices,
  { firstPassword }: Installation,
  hasOwn: boolean,
): Record<string, string> => ({
  ...serviceEnv(running),
  ...(firstPassword === undefined || hasOwn ? {} : { ADMIN_PASSWORD: firstPassword }),
});

const serviceEnv = (running: RunningServices): Record<string, string> => ({
  DATABASE_URL: running.databaseUrl,
  CLICKHOUSE_URL: running.clickhouseUrl,
  ENGINES: running.engineUrl,
  ENGINE_URL: '',
  ENGINE_TOKEN: running.engineToken,
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
