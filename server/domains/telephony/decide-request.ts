import type * as z from 'zod/mini';
import type { StationKey } from '#contract/rules/keys.ts';
import { stationTypes } from '#contract/rules/limits.ts';
import type { PortalRequest, telephonyAdmin } from '#contract/api/telephony-admin.ts';
import { featuresOfStation } from '#server/domains/billing/billing.service.ts';
import { touchStation } from '#server/domains/playout/playout.service.ts';
import type { Person } from '#server/kernel/http/handler.ts';
import { refuse } from '#server/kernel/http/refuse.ts';
import type { Kernel, Tx } from '#server/kernel/kernel.ts';
import { changeRequest, deleteRequest, findRequest, saveRequest } from './line.repo.ts';
import { notifyStation } from './notify.ts';
import { giveFreeNumber, giveNumber, lockLine, numbersOf, setMain, takeNumbers } from './numbers.repo.ts';
import { portalRequest } from './portal-requests.ts';
import { isSandbox } from './settings.ts';

type Deps = Pick<Kernel, 'db' | 'clock' | 'events' | 'config'>;
type Decision = z.output<typeof telephonyAdmin.decide.spec.body>;
type Chosen = z.output<typeof telephonyAdmin.setNumbers.spec.body>['numbers'];

/**
 * The portal's answer to a station that waits for a phone number: this one, a free one of the country it wants, or none and why.
 * Refuses with `ctl.noRequest`, `ctl.relay`, `ctl.noneFree` and `ctl.numberTaken`.
 */
export const decideRequest = async (
  deps: Deps,
  key: StationKey,
  decision: Decision,
  who: Person,
): Promise<PortalRequest> =>
  await deps.db.transaction().execute(async (tx) => {
    const station = (await lockLine(tx, key)) ?? refuse('station.notFound');
    const request = await findRequest(tx, key);
    if (request?.status !== 'request_pending') return refuse('ctl.noRequest');
    const now = deps.clock.now();
    const decided = { decided: now, decided_by: who.id };
    const about = { ...station, key };
    if (decision.action === 'refuse') {
      const { reason } = decision;
      await changeRequest(tx, key, { ...decided, status: 'refused', reason });
      await notifyStation(tx, deps, about, { kind: 'refused', reason, by: request.requested_by });
    } else {
      if (station.type === stationTypes.relay) refuse('ctl.relay');
      const number = await choose(tx, key, { did: decision.did, country: request.country, now });
      await changeRequest(tx, key, { ...decided, status: 'enabled', beyond_plan: await isBeyondPlan(tx, key) });
      await touchStation(tx, key);
      await notifyStation(tx, deps, about, { kind: 'given', numbers: [number], by: request.requested_by });
    }
    return await portalRequest(tx, key);
  });

const choose = async (
  tx: Tx,
  key: StationKey,
  { did, country, now }: { did: string | undefined; country: string; now: Date },
): Promise<string> => {
  if (did === undefined)
    return (await giveFreeNumber(tx, key, { country, now, sandbox: await isSandbox(tx) })) ?? refuse('ctl.noneFree');
  await giveOrRefuse(tx, key, did, now);
  return did;
};

/**
 * Sets the phone numbers of a station, whatever it asked for or its plan includes; those that it loses rest. Refuses with
 * `ctl.oneMain`, `ctl.relay` and `ctl.numberTaken`.
 */
export const setNumbers = async (
  deps: Deps,
  key: StationKey,
  chosen: Chosen,
  who: Person,
): Promise<{ numbers: Chosen }> => {
  const main = chosen.filter((number) => number.main);
  if (chosen.length > 0 && (main.length !== 1 || new Set(chosen.map(({ did }) => did)).size < chosen.length))
    refuse('ctl.oneMain');
  return await deps.db.transaction().execute(async (tx) => {
    const station = (await lockLine(tx, key)) ?? refuse('station.notFound');
    if (chosen.length > 0 && station.type === stationTypes.relay) refuse('ctl.relay');
    const now = deps.clock.now();
    const before = await numbersOf(tx, key);
    await takeNumbers(
      tx,
      [key],
      now,
      chosen.map(({ did }) => did),
    );
    // In their order, so that two administrators can't wait for each other.
    for (const { did } of chosen.toSorted((one, other) => one.did.localeCompare(other.did)))
      await giveOrRefuse(tx, key, did, now);
    if (main[0]) await setMain(tx, key, main[0].did);
    await recordGift(tx, { key, now, who, has: chosen.length > 0 });
    await touchStation(tx, key);
    const added = chosen.map(({ did }) => did).filter((did) => !before.some((number) => number.did === did));
    if (added.length > 0) await notifyStation(tx, deps, { ...station, key }, { kind: 'given', numbers: added });
    return { numbers: (await numbersOf(tx, key)).map(({ did, main: isMain }) => ({ did, main: isMain })) };
  });
};

/** A station with numbers has its request granted, one without any has none. */
const recordGift = async (
  tx: Tx,
  { key, now, who, has }: { key: StationKey; now: Date; who: Person; has: boolean },
): Promise<void> => {
  if (!has) return void (await deleteRequest(tx, key));
  const before = await findRequest(tx, key);
  const decided = { decided: now, decided_by: who.id, beyond_plan: await isBeyondPlan(tx, key) };
  const asked = before ?? { station_key: key, requested: now, requested_by: who.id };
  await saveRequest(tx, { ...asked, ...decided, reason: '', ends: null, status: 'enabled' });
};

const giveOrRefuse = async (tx: Tx, key: StationKey, did: string, now: Date): Promise<void> => {
  if (!(await giveNumber(tx, key, did, now))) refuse('ctl.numberTaken', { did });
};

const isBeyondPlan = async (tx: Tx, key: StationKey): Promise<boolean> => !(await featuresOfStation(tx, key)).ctlLine;
