import type { Automation, AutomationMix } from '#contract/api/automation.ts';
import type { StationKey } from '#contract/rules/keys.ts';
import { stationTypes } from '#contract/rules/limits.ts';
import { hasFeature } from '#contract/rules/plans.ts';
import { featuresOfStation, lockFeaturesOfStation } from '#server/domains/billing/billing.service.ts';
import { touchStation } from '#server/domains/playout/playout.service.ts';
import type { LiveHub } from '#server/platform/live-hub.ts';
import type { Person } from '#server/kernel/http/handler.ts';
import { refuse } from '#server/kernel/http/refuse.ts';
import type { Kernel, Tx } from '#server/kernel/kernel.ts';
import { findAutomation, hasTrackToPlay, typeOfStation, setMix, setRequested } from './automation.repo.ts';

export type AutomationDeps = Pick<Kernel, 'db' | 'clock'> & { live: LiveHub };

const defaults = { requested: null, mix_ms: 3000, level: true };

/**
 * The automation software of a station (spec §4): `enabled` while the engine reports it running, `request_pending`
 * while it is requested but not running, with the engine's reason.
 */
export const getAutomation = async (deps: AutomationDeps, key: StationKey, who: Person): Promise<Automation> => {
  const row = (await findAutomation(deps.db, key)) ?? defaults;
  const plan = await featuresOfStation(deps.db, key);
  const engineState = row.requested === null ? undefined : deps.live.latest(key)?.automation;
  return {
    hasLibretime: row.requested !== null || hasFeature('zasAvailable', { isPortalAdmin: who.isPortalAdmin, plan }),
    hasAutoDj: await hasTrackToPlay(deps.db, key),
    status: row.requested === null ? null : engineState?.state === 'running' ? 'enabled' : 'request_pending',
    requested: row.requested?.toISOString() ?? null,
    mix: { mix_ms: row.mix_ms, level: row.level },
    engine: {
      state: engineState?.state ?? 'off',
      reason: engineState?.reason ?? '',
      since: engineState?.since ?? null,
    },
  };
};

/**
 * Requests the software or turns it off; idempotent. Refuses with `plan.featureMissing` if the plan lacks it, and with
 * `automation.relay` for a relay. It stays on when the plan is downgraded.
 */
export const requestAutomation = async (
  deps: AutomationDeps,
  key: StationKey,
  action: 'enable' | 'disable',
  who: Person,
): Promise<Automation> => {
  await change(deps, key, async (tx) => {
    if (action === 'disable') return await setRequested(tx, key, null);
    const plan = await lockFeaturesOfStation(tx, key);
    if ((await typeOfStation(tx, key)) === stationTypes.relay) refuse('automation.relay');
    if (!hasFeature('zasAvailable', { isPortalAdmin: who.isPortalAdmin, plan })) refuse('plan.featureMissing');
    await setRequested(tx, key, deps.clock.now());
  });
  return await getAutomation(deps, key, who);
};

/** Changes the crossfade; the software restarts with it, and the station's next source plays in the meantime. */
export const setAutomationMix = async (
  deps: AutomationDeps,
  key: StationKey,
  mix: AutomationMix,
  who: Person,
): Promise<Automation> => {
  await change(deps, key, async (tx) => {
    if (((await findAutomation(tx, key)) ?? defaults).requested === null) refuse('automation.notRequested');
    await setMix(tx, key, mix);
  });
  return await getAutomation(deps, key, who);
};

const change = async (deps: AutomationDeps, key: StationKey, work: (tx: Tx) => Promise<void>): Promise<void> =>
  await deps.db.transaction().execute(async (tx) => {
    await work(tx);
    await touchStation(tx, key);
  });
