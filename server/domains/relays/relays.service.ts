import type * as z from 'zod/mini';
import type { StationKey } from '#contract/rules/keys.ts';
import type { Role } from '#contract/rules/permissions.ts';
import type { MasterLink } from '#contract/api/master-link.ts';
import type { ChangedMasterLink } from '#contract/api/relays.ts';
import type { EngineSync } from '#server/domains/playout/playout.events.ts';
import { changeSource } from '#server/domains/stations/relay-stations.service.ts';
import { getStation, passwordOf, resetPassword, type StationsDeps } from '#server/domains/stations/stations.service.ts';
import type { Person } from '#server/kernel/http/handler.ts';

/** Where and how an encoder sends to a station (spec §3 "Master link"), and its source URL, as these roles see it. */
export const masterLinkOf = async (
  deps: StationsDeps,
  key: StationKey,
  roles: readonly Role[],
): Promise<MasterLink> => {
  const { master_link } = await getStation(deps, key, roles);
  return { ...master_link, masterLinkPassword: (await passwordOf(deps, key)).password };
};

/** Changes the given fields; a `relaySourceURI` makes the station a relay, '' a master again if the plan allows. */
export const setMasterLink = async (
  deps: StationsDeps,
  key: StationKey,
  { encoding, failover_settings, streamId, relaySourceURI }: z.output<typeof ChangedMasterLink>,
  by: { who: Person; roles: readonly Role[] },
): Promise<MasterLink> => {
  const source = { media_type: encoding, failover_settings, stream_id: streamId, relay_url: relaySourceURI };
  await changeSource(deps, key, source, by);
  return await masterLinkOf(deps, key, by.roles);
};

/** Replaces the link's password; the engine disconnects the current encoder. */
export const resetMasterLink = async (
  deps: StationsDeps & { engine: EngineSync },
  key: StationKey,
  roles: readonly Role[],
): Promise<MasterLink> => {
  await resetPassword(deps, key);
  return await masterLinkOf(deps, key, roles);
};
