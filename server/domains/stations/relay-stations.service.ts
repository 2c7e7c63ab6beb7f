import type * as z from 'zod/mini';
import type { StationKey } from '#contract/keys.ts';
import type { Role } from '#contract/permissions.ts';
import { bitRateAllowed } from '#contract/plans.ts';
import type { ChangedRelay, NewRelay } from '#contract/relays.ts';
import type { Station, StationList } from '#contract/stations.ts';
import { featuresOfAccount } from '#server/domains/billing/billing.service.ts';
import type { Person } from '#server/kernel/http/handler.ts';
import { refuse, Refusal } from '#server/kernel/http/refuse.ts';
import type { Kernel, Tx } from '#server/kernel/kernel.ts';
import { updateStation, type Changes } from './change-station.ts';
import { writeStation } from './create-station.ts';
import { deleteStation } from './delete-station.ts';
import { holdMaster } from './hold-master.ts';
import { refuseItself } from './relay-source.ts';
import { countRelays, kinshipOf, relayRows } from './relay-stations.repo.ts';
import { findStation, type StationRow } from './stations.repo.ts';
import { getStation, present, type StationsDeps } from './stations.service.ts';
import { plannedBitRate } from './planned-bit-rate.ts';

export { newRelaySecret } from './source-password.ts';

type By = { who: Person; roles: readonly Role[] };

/** The relays of a station by name, as somebody with these roles towards their account sees them. */
export const relaysOf = async (
  deps: StationsDeps,
  master: StationKey,
  page: { limit: number; offset: number },
  roles: readonly Role[],
): Promise<z.infer<typeof StationList>> => {
  const [rows, total] = await Promise.all([relayRows(deps.db, master, page), countRelays(deps.db, master)]);
  const seen = roles.filter((role) => !role.startsWith('station'));
  return { entities: rows.map((row) => present(deps, row, seen)), total, capped: false };
};

/**
 * Adds a relay to a station: in its account, beside the plan's count of stations, within its bit rate. Refuses with
 * `relay.ofRelay`, `relay.tooMany` and `station.mountInUse`.
 */
export const addRelay = async (
  deps: StationsDeps,
  master: StationKey,
  body: z.output<typeof NewRelay>,
  by: By,
): Promise<Station> => {
  const { relay_url, interrupt_master, media_type, streamname, name } = body;
  await mendFields(() => refuseItself({ source: relay_url }, streamname ?? '', deps.config.streamUrl));
  const key = await deps.db.transaction().execute(async (tx) => {
    const { account_key: account } = await holdMaster(tx, master);
    const row = (await findStation(tx, master)) ?? refuse('station.notFound');
    return await writeStation(tx, account, {
      ...ofMaster(row),
      ...{ name, streamname, master_key: master },
      bitrate: await relayBitRate(tx, row, body.bitrate, by.who),
      sample_rate: body.sample_rate ?? (row.sample_rate as 44_100 | 48_000),
      channels: body.channels ?? row.channels,
      codec: media_type ? codecs[media_type] : row.codec,
      settings: { relay_url, interrupt_master },
    });
  });
  return await getStation(deps, key, by.roles);
};

/** Changes a relay of this station; refuses as a change of any station, and with `relay.notFound`. */
export const changeRelay = async (
  deps: StationsDeps,
  master: StationKey,
  relay: StationKey,
  { name, streamname, ...settings }: z.output<typeof ChangedRelay>,
  by: By,
): Promise<Station & { listeners_dropped: boolean }> => {
  await checkRelay(deps.db, master, relay);
  const changes: Changes = { name, streamname, radio_server_settings: settings };
  return await mendFields(() => updateStation(deps, relay, changes, by));
};

const linkFields: Record<string, string> = { relay_url: 'relaySourceURI', media_type: 'encoding' };

/** Changes where a station takes its sound from, and in which codec it sends it; what is wrong is said by the fields of its master link. */
export const changeSource = async (
  deps: StationsDeps,
  key: StationKey,
  settings: NonNullable<Changes['radio_server_settings']>,
  by: By,
): Promise<void> => {
  await mendFields(() => updateStation(deps, key, { radio_server_settings: settings }, by), linkFields);
};

/** Deletes a relay of this station as any station; refuses with `relay.notFound`. */
export const removeRelay = async (
  deps: Pick<Kernel, 'db' | 'clock' | 'events'>,
  master: StationKey,
  relay: StationKey,
): Promise<undefined> => {
  await checkRelay(deps.db, master, relay);
  return await deleteStation(deps, relay);
};

/** Of another account's station nothing is said. */
const checkRelay = async (db: Kernel['db'], master: StationKey, relay: StationKey): Promise<void> => {
  const kinship = await kinshipOf(db, master, relay);
  if (kinship !== 'relay') refuse(kinship === 'sibling' ? 'relay.notFound' : 'station.notFound');
};

const codecs = { MP3: 'mp3', AAC: 'aac' } as const;

/** What a relay begins with of its master. */
const ofMaster = ({ description, category, country, default_timezone, website }: StationRow) => ({
  description,
  category,
  country,
  default_timezone,
  website,
});

/** The bit rate that is wanted, within the plan; the master's, or the highest below it that the plan allows. */
const relayBitRate = async (
  tx: Tx,
  { account_key, bitrate }: StationRow,
  wanted: number | undefined,
  { isPortalAdmin }: Person,
): Promise<number> => {
  const highest = bitRateAllowed({ isPortalAdmin, plan: await featuresOfAccount(tx, account_key) });
  return plannedBitRate(wanted, bitrate, highest);
};

/** A relay's settings stand beside its name: what is wrong with them is said there. */
const mendFields = async <T>(change: () => T | Promise<T>, names: Record<string, string> = {}): Promise<T> => {
  try {
    return await change();
  } catch (thrown) {
    if (!(thrown instanceof Refusal)) throw thrown;
    const fields: Record<string, string> = {};
    for (const [path, message] of Object.entries(thrown.fields)) {
      const name = path.replace(/^radio_server_settings\./, '');
      fields[names[name] ?? name] = message;
    }
    return refuse(thrown.code, thrown.details, fields);
  }
};
