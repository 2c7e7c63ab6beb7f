import type * as z from 'zod/mini';
import type { AccountKey, StationKey } from '#contract/rules/keys.ts';
import type { Role } from '#contract/rules/permissions.ts';
import { bitRateAllowed, hasFeature } from '#contract/rules/plans.ts';
import { dropsListeners, isStreamType, type ChangedStation, type Station } from '#contract/api/station.ts';
import { featuresOfAccount } from '#server/domains/billing/billing.service.ts';
import type { Person } from '#server/kernel/http/handler.ts';
import { refuse } from '#server/kernel/http/refuse.ts';
import type { Tx } from '#server/kernel/kernel.ts';
import { checkCountry } from './check-country.ts';
import { lockStation } from './lock-station.ts';
import { permittedChanges } from './portal-fields.ts';
import { withStoredCredentials } from './masked-sources.ts';
import { changedColumns } from './station-columns.ts';
import { changeStationRow, isAccountMember, removeOtherDefaultTags } from './change-station.repo.ts';
import { refuseOwnStream, typeWithSource } from './relay-source.ts';
import { refuseInUse } from './refuse-in-use.ts';
import { findStation } from './stations.repo.ts';
import { getStation, present, type StationsDeps } from './stations.service.ts';

/** A relay's source URL is changed by separate calls (contract/api/relays.ts). */
export type Changes = z.output<typeof ChangedStation> & {
  radio_server_settings?: { relay_url?: string | undefined } | undefined;
};
type By = { who: Person; roles: readonly Role[] };

/**
 * Changes only the fields in the body; the reply says whether the new format disconnects listeners. Refuses (403), per
 * field, what only the portal or the account may change, and what the plan doesn't allow.
 */
export const updateStation = async (
  deps: StationsDeps,
  key: StationKey,
  body: Changes,
  by: By,
): Promise<Station & { listeners_dropped: boolean }> => {
  checkCountry(body.country);
  const listeners_dropped = await deps.db.transaction().execute(async (tx) => {
    const { account_key: account } = await lockStation(tx, key);
    const row = (await findStation(tx, key)) ?? refuse('station.notFound');
    const before = present(deps, row, by.roles);
    const changes = permittedChanges(withStoredCredentials(body, row.settings), before, by);
    await checkValues(tx, account, changes, before);
    await checkPlan(tx, account, changes, before, by.who);
    const { relay_url: source, failover_settings: failover } = changes.radio_server_settings ?? {};
    refuseOwnStream({ source, failover }, changes.streamname ?? row.streamname, deps.config.streamUrl);
    const type = source === undefined ? row.type : await typeWithSource(tx, row, source, by.who);
    if (changes.tags?.includes('default')) await removeOtherDefaultTags(tx, account, key);
    const result = await changeStationRow(tx, key, {
      ...changedColumns(changes, row),
      type,
      updated: deps.clock.now(),
    });
    if (result !== 'done') refuseInUse(result);
    return dropsListeners(before.radio_server_settings, changes.radio_server_settings ?? {});
  });
  return { ...(await getStation(deps, key, by.roles)), listeners_dropped };
};

/** Checks what the schema can't: relay-only type codes, a billing owner who isn't an owner or admin of the account. */
const checkValues = async (tx: Tx, account: AccountKey, changes: Changes, before: Station): Promise<void> => {
  const { default_type: type, billing_owner: payer } = changes;
  if (type !== undefined && type !== before.default_type && !isStreamType(type))
    refuse('request.invalid', {}, { default_type: 'Please choose a type.' });
  if (payer && payer !== before.billing_owner && !(await isAccountMember(tx, account, payer)))
    refuse('request.invalid', {}, { billing_owner: 'Please choose an owner or admin of the account.' });
};

/** Unchanged values pass even if the plan no longer allows them. */
const checkPlan = async (
  tx: Tx,
  account: AccountKey,
  { radio_server_settings: wanted = {} }: Changes,
  { radio_server_settings: before }: Station,
  { isPortalAdmin }: Person,
): Promise<void> => {
  const isLouder = wanted.bitrate !== undefined && wanted.bitrate > before.bitrate;
  const isNewHls = wanted.hls === true && !before.hls;
  if (!isLouder && !isNewHls) return;
  const plan = await featuresOfAccount(tx, account);
  if (isLouder && (wanted.bitrate ?? 0) > bitRateAllowed({ isPortalAdmin, plan }))
    refuse('request.invalid', {}, { 'radio_server_settings.bitrate': 'The bit rate is higher than the plan allows.' });
  if (isNewHls && !hasFeature('hlsStreaming', { isPortalAdmin, plan }))
    refuse('plan.featureMissing', {}, { 'radio_server_settings.hls': 'Your plan does not include HLS.' });
};
