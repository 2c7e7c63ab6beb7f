import type { Telephony } from '#contract/engine/engine-calls.ts';
import type { TelephonyHealth } from '#contract/api/telephony-admin.ts';
import type { Kernel } from '#server/kernel/kernel.ts';
import { callsHost, raiseRevision, telephonySettings } from './settings.ts';
import { telephonyChanged } from './telephony.events.ts';
import { telephonyEngine, telephonyState, type TelephonyEngine } from './telephony-engine.ts';
import { trunkSecrets } from './trunks.ts';
import { allTrunks } from './trunks.repo.ts';

type Deps = Pick<Kernel, 'db' | 'config' | 'secrets' | 'events' | 'log' | 'fleet'>;

/** The source of the engine's events. */
export type Engine = { subscribe(listener: { connected(): void; state(): void; lost(): void }): void };

const retryMs = 5000;

/**
 * Sends the engines what concerns all calls at every connection and after each change, and again until they have it. Several
 * processes may do so: an engine keeps the newest.
 */
export const pushTelephony = (deps: Deps, engine: Engine): { stop(): Promise<void> } => {
  const clients = deps.fleet.engines.map(telephonyEngine);
  let isStopped = false;
  let timer: NodeJS.Timeout | undefined;
  let pushing: Promise<void> = Promise.resolve();
  const push = (): void => {
    clearTimeout(timer);
    pushing = pushing.then(async () => {
      if (isStopped) return;
      try {
        await sendToAll(deps, clients);
      } catch (error) {
        deps.log.warn({ error: String(error) }, 'could not send the telephone lines to the engine, will retry');
        if (!isStopped) timer = setTimeout(push, retryMs).unref();
      }
    });
  };
  engine.subscribe({ connected: push, state: () => undefined, lost: () => undefined });
  deps.events.on(telephonyChanged, () => {
    push();
    return Promise.resolve();
  });
  return {
    stop: async () => {
      isStopped = true;
      clearTimeout(timer);
      await pushing;
    },
  };
};

/** One that is away doesn't keep the others from it. */
const sendToAll = async (deps: Pick<Deps, 'db' | 'secrets'>, clients: readonly TelephonyEngine[]): Promise<void> => {
  const results = await Promise.allSettled(clients.map((client) => sendTelephony(deps, client)));
  const failed = results.find((result) => result.status === 'rejected');
  if (failed) throw failed.reason;
};

/** Sends the document once; one that the engine finds older than its own, as after a restored backup, gets a higher revision. */
export const sendTelephony = async (
  deps: Pick<Deps, 'db' | 'secrets'>,
  engine: Pick<TelephonyEngine, 'state' | 'put'>,
): Promise<void> => {
  const document = await telephonyDocument(deps);
  if (await engine.put(document)) return;
  const { revision } = await engine.state();
  if (revision <= (await telephonySettings(deps.db)).revision) return;
  await raiseRevision(deps.db, revision);
  await engine.put(await telephonyDocument(deps));
};

/** What the engine needs for all calls: active lines with their passwords, limits, and whether this is the sandbox. */
export const telephonyDocument = async ({ db, secrets }: Pick<Deps, 'db' | 'secrets'>): Promise<Telephony> => {
  // The settings first: the document is never older than its revision.
  const { revision, limits, host } = await telephonySettings(db);
  const rows = await allTrunks(db);
  const box = trunkSecrets(secrets);
  const sandbox = rows.length === 0;
  const trunks = await Promise.all(
    rows
      .filter(({ active }) => active)
      .map(async ({ active: _active, created: _created, numbers: _numbers, secret, ...trunk }) => ({
        ...trunk,
        secret: secret === null ? null : await box.open(secret),
      })),
  );
  return { revision, host: sandbox ? '' : host, trunks, limits, sandbox };
};

/** Whether calls are answered, as far as the engine can be reached. */
export const telephonyHealth = async (
  deps: Pick<Deps, 'db' | 'config' | 'log' | 'fleet'>,
): Promise<TelephonyHealth> => {
  const [{ revision, host }, trunks, state] = await Promise.all([
    telephonySettings(deps.db),
    allTrunks(deps.db),
    telephonyState(deps.fleet).catch((error: unknown) => {
      deps.log.warn({ error: String(error) }, 'the telephone engine can not be reached');
      return null;
    }),
  ]);
  const sandbox = trunks.length === 0;
  return { sandbox, revision, host: callsHost({ host, sandbox, publicUrl: deps.config.publicUrl }), engine: state };
};
