import type * as z from 'zod/mini';
import type { StationKey } from '#contract/keys.ts';
import type { Role } from '#contract/permissions.ts';
import type { ChangedMasterLink, MasterLink } from '#contract/relays.ts';
import type { EngineLink } from '#server/domains/playout/playout.events.ts';
import { changeSource } from '#server/domains/stations/relay-stations.service.ts';
import {
  encoderOf,
  getStation,
  passwordOf,
  resetPassword,
  type StationsDeps,
} from '#server/domains/stations/stations.service.ts';
import type { Person } from '#server/kernel/http/handler.ts';

/** A mount is one stream: tools that want a stream ID are told the first. */
const streamId = 1;

/** Where and how a station is sent to (spec §3 "Master link"), and the stream it takes its sound from. */
export const masterLinkOf = async (deps: StationsDeps, key: StationKey): Promise<MasterLink> => {
  const { radio_server_settings: settings } = await getStation(deps, key, []);
  const { host, port, mount } = (await encoderOf(deps, key)).icecast;
  return {
    encoding: settings.media_type,
    failover_settings: settings.failover_settings,
    linkURI: `${host}:${port}`,
    masterLinkMountPoint: mount,
    masterLinkPassword: (await passwordOf(deps, key)).password,
    streamId,
    relaySourceURI: settings.relay_url,
  };
};

/** Changes what is named of the link; a `relaySourceURI` makes a relay of the station, '' a master again where its plan has room. */
export const setMasterLink = async (
  deps: StationsDeps,
  key: StationKey,
  { encoding, failover_settings, relaySourceURI }: z.output<typeof ChangedMasterLink>,
  by: { who: Person; roles: readonly Role[] },
): Promise<MasterLink> => {
  await changeSource(deps, key, { media_type: encoding, failover_settings, relay_url: relaySourceURI }, by);
  return await masterLinkOf(deps, key);
};

/** Replaces the link's password; whoever is connected with the old one is let go. */
export const resetMasterLink = async (
  deps: StationsDeps & { engine: EngineLink },
  key: StationKey,
): Promise<MasterLink> => {
  await resetPassword(deps, key);
  return await masterLinkOf(deps, key);
};
