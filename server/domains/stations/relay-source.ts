import type { StationKey } from '#contract/rules/keys.ts';
import { stationTypes } from '#contract/rules/limits.ts';
import { canCreateStation } from '#contract/rules/plans.ts';
import { featuresOfAccount } from '#server/domains/billing/billing.service.ts';
import type { Person } from '#server/kernel/http/handler.ts';
import { refuse } from '#server/kernel/http/refuse.ts';
import type { Tx } from '#server/kernel/kernel.ts';
import { countMasterStations, type StationRow } from './stations.repo.ts';

/**
 * The station type that results from this source URL: with one, or with a master, it is a relay. Turning a relay into a
 * master counts towards the plan's stations; refuses with `plan.stationLimit`.
 */
export const typeWithSource = async (
  tx: Tx,
  row: Pick<StationRow, 'type' | 'account_key' | 'master_key'> & { key: StationKey },
  source: string,
  { isPortalAdmin }: Person,
): Promise<number> => {
  if (source !== '' || row.master_key !== null) return stationTypes.relay;
  if (row.type === stationTypes.master) return stationTypes.master;
  const plan = await featuresOfAccount(tx, row.account_key);
  const masterStations = await countMasterStations(tx, row.account_key);
  if (!canCreateStation({ isPortalAdmin, masterStations, plan })) refuse('plan.stationLimit');
  return stationTypes.master;
};

/** Refuses, on their fields, sources that are the station's own stream: it would only relay its own silence. */
export const refuseOwnStream = (
  { source = '', failover = [] }: { source?: string | undefined; failover?: readonly { url: string }[] | undefined },
  mount: string,
  streamUrl: string,
): void => {
  const fields: Record<string, string> = {};
  const message = "This is the station's own stream URL.";
  if (isOwnStream(source, mount, streamUrl)) fields['radio_server_settings.relay_url'] = message;
  failover.forEach(({ url }, i) => {
    if (isOwnStream(url, mount, streamUrl)) fields[`radio_server_settings.failover_settings.${i}.url`] = message;
  });
  if (Object.keys(fields).length > 0) refuse('request.invalid', {}, fields);
};

const isOwnStream = (url: string, mount: string, streamUrl: string): boolean => {
  if (!URL.canParse(url)) return false;
  const { host, pathname } = new URL(url);
  const [first = '', second = ''] = pathname.toLowerCase().slice(1).split('/');
  const urlMount = first === 'hls' ? second : first.replace(/\.(mp3|aac)$/, '');
  return host === new URL(streamUrl).host && urlMount === mount;
};
