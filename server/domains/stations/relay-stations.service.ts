import type * as z from 'zod/mini';
import type { StationKey } from '#contract/rules/keys.ts';
import type { Role } from '#contract/rules/permissions.ts';
import { bitRateAllowed } from '#contract/rules/plans.ts';
import type { ChangedRelay, NewRelay } from '#contract/api/relays.ts';
import type { Station, StationList } from '#contract/api/stations.ts';
import { featuresOfAccount } from '#server/domains/billing/billing.service.ts';
import type { Person } from '#server/kernel/http/handler.ts';
import { refuse, Refusal } from '#server/kernel/http/refuse.ts';
import type { Kernel, Tx } from '#server/kernel/kernel.ts';
import { updateStation, type Changes } from './change-station.ts';
import { writeStation } from './create-station.ts';
import { deleteStation } from './delete-station.ts';
import { lockMaster } from './lock-master.ts';
import { refuseOwnStream } from './relay-source.ts';
import { countRelays, relationBetween, relayRows } from './relay-stations.repo.ts';
import { findStation, type StationRow } from './stations.repo.ts';
import { getStation, present, type StationsDeps } from './stations.service.ts';
import { plannedBitRate } from './planned-bit-rate.ts';

export { newRelaySecret } from './source-password.ts';

type By = { who: Person; roles: readonly Role[] };

/** A station's relays, sorted by name, as a caller with these account roles sees them. */
export const relaysOf = async (
  deps: StationsDeps,
  master: StationKey,
  page: { limit: number; offset: number },
  roles: readonly Role[],
): Promise<z.infer<typeof StationList>> => {
  const [rows, total] = await Promise.all([relayRows(deps.db, master, page), countRelays(deps.db, master)]);
  const accountRoles = roles.filter((role) => !role.startsWith('station'));
  return { entities: rows.map((row) => present(deps, row, accountRoles)), total, capped: false };
};

/**
 * Adds a relay to a station, in the same account and within the plan's bit rate; relays don't count towards the station
 * limit. Refuses with `relay.ofRelay`, `relay.tooMany` and `station.mountInUse`.
 */
export const addRelay = async (
  deps: StationsDeps,
  master: StationKey,
  body: z.output<typeof NewRelay>,
  by: By,
): Promise<Station> => {
  const { relay_url, interrupt_master, media_type, streamname, name } = body;
  await remapFieldErrors(() => refuseOwnStream({ source: relay_url }, streamname ?? '', deps.config.streamUrl));
  const key = await deps.db.transaction().execute(async (tx) => {
    const { account_key: account } = await lockMaster(tx, master);
    const row = (await findStation(tx, master)) ?? refuse('station.notFound');
    return await writeStation(tx, account, {
      ...inheritedFrom(row),
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

/** Changes a relay of this station; refuses like any station change, and with `relay.notFound`. */
export const changeRelay = async (
  deps: StationsDeps,
  master: StationKey,
  relay: StationKey,
  { name, streamname, ...settings }: z.output<typeof ChangedRelay>,
  by: By,
): Promise<Station & { listeners_dropped: boolean }> => {
  await checkRelay(deps.db, master, relay);
  const changes: Changes = { name, streamname, radio_server_settings: settings };
  return await remapFieldErrors(() => updateStation(deps, relay, changes, by));
};

const linkFields: Record<string, string> = { relay_url: 'relaySourceURI', media_type: 'encoding' };

/** Changes a station's source URL and output codec; field errors carry the field names of the master link. */
export const changeSource = async (
  deps: StationsDeps,
  key: StationKey,
  settings: NonNullable<Changes['radio_server_settings']>,
  by: By,
): Promise<void> => {
  await remapFieldErrors(() => updateStation(deps, key, { radio_server_settings: settings }, by), linkFields);
};

/** Deletes a relay of this station like any station; refuses with `relay.notFound`. */
export const removeRelay = async (
  deps: Pick<Kernel, 'db' | 'clock' | 'events'>,
  master: StationKey,
  relay: StationKey,
): Promise<undefined> => {
  await checkRelay(deps.db, master, relay);
  return await deleteStation(deps, relay);
};

/** Doesn't reveal whether another account's station exists. */
const checkRelay = async (db: Kernel['db'], master: StationKey, relay: StationKey): Promise<void> => {
  const relation = await relationBetween(db, master, relay);
  if (relation !== 'relay') refuse(relation === 'sibling' ? 'relay.notFound' : 'station.notFound');
};

const codecs = { MP3: 'mp3', AAC: 'aac' } as const;

/** The fields a new relay copies from its master. */
const inheritedFrom = ({ description, category, country, default_timezone, language, website }: StationRow) => ({
  description,
  category,
  country,
  default_timezone,
  language,
  website,
});

/** The requested bit rate, within the plan; without one, the master's or the highest allowed rate below it. */
const relayBitRate = async (
  tx: Tx,
  { account_key, bitrate }: StationRow,
  requested: number | undefined,
  { isPortalAdmin }: Person,
): Promise<number> => {
  const highest = bitRateAllowed({ isPortalAdmin, plan: await featuresOfAccount(tx, account_key) });
  return plannedBitRate(requested, bitrate, highest);
};

/** Renames field errors: a relay's settings are top-level fields here, not nested in `radio_server_settings`. */
const remapFieldErrors = async <T>(change: () => T | Promise<T>, names: Record<string, string> = {}): Promise<T> => {
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
