import type * as z from 'zod/mini';
import type { StationKey } from '#contract/rules/keys.ts';
import { stationTypes } from '#contract/rules/limits.ts';
import { hasFeature } from '#contract/rules/plans.ts';
import type { LineAction, LineRequest } from '#contract/api/telephony.ts';
import { lockFeaturesOfStation } from '#server/domains/billing/billing.service.ts';
import { touchStation } from '#server/domains/playout/playout.service.ts';
import type { Person } from '#server/kernel/http/handler.ts';
import { refuse } from '#server/kernel/http/refuse.ts';
import type { Kernel, Tx } from '#server/kernel/kernel.ts';
import { deleteRequest, findRequest, saveRequest } from './line.repo.ts';
import { lineRequest } from './line.service.ts';
import { askPortal } from './notify.ts';
import { giveFreeNumber, lockLine, takeNumbers } from './numbers.repo.ts';
import { isSandbox, telephonySettings } from './settings.ts';

type Deps = Pick<Kernel, 'db' | 'clock' | 'events' | 'config'>;
type Asked = z.output<typeof LineAction>;

/**
 * Asks for a phone number, or gives back all of a station. A number is given at once where the settings say so and one is free;
 * otherwise the administrators are asked, once. Asking again changes nothing. Refuses with `ctl.relay` and `plan.featureMissing`.
 */
export const askForNumber = async (
  deps: Deps,
  station: StationKey,
  asked: Asked,
  who: Person,
): Promise<LineRequest> => {
  await deps.db.transaction().execute(async (tx) => {
    if (asked.action === 'disable') await giveBack(tx, deps, station);
    else await enable(tx, deps, { station, asked, who });
  });
  return await lineRequest(deps, station, who);
};

const enable = async (
  tx: Tx,
  deps: Deps,
  { station: key, asked, who }: { station: StationKey; asked: Asked; who: Person },
): Promise<void> => {
  const plan = await lockFeaturesOfStation(tx, key);
  const station = (await lockLine(tx, key)) ?? refuse('station.notFound');
  if (station.type === stationTypes.relay) refuse('ctl.relay');
  if (!hasFeature('ctlLine', { isPortalAdmin: who.isPortalAdmin, plan })) refuse('plan.featureMissing');
  const before = await findRequest(tx, key);
  if (before && before.status !== 'refused') return;

  const { country, note } = asked;
  const now = deps.clock.now();
  const row = { station_key: key, country, note, requested: now, requested_by: who.id, beyond_plan: !plan.ctlLine };
  const [sandbox, { auto_assign }] = [await isSandbox(tx), await telephonySettings(tx)];
  const given = (auto_assign ?? sandbox) ? await giveFreeNumber(tx, key, { country, sandbox, now }) : undefined;
  await saveRequest(tx, { ...row, status: given === undefined ? 'request_pending' : 'enabled' });
  if (given === undefined) await askPortal(tx, deps, { ...station, key }, asked);
  else await touchStation(tx, key);
};

/** The numbers of a station rest, and its request is gone. */
const giveBack = async (tx: Tx, { clock }: Deps, key: StationKey): Promise<void> => {
  if (!(await lockLine(tx, key))) refuse('station.notFound');
  await deleteRequest(tx, key);
  if ((await takeNumbers(tx, [key], clock.now())).length > 0) await touchStation(tx, key);
};
