import type { Insertable } from 'kysely';
import type * as z from 'zod/mini';
import type { AccountKey, StationKey } from '#contract/rules/keys.ts';
import { stationDefaults, stationTypes } from '#contract/rules/limits.ts';
import { bitRateAllowed, canCreateStation } from '#contract/rules/plans.ts';
import type { NewStation } from '#contract/api/station.ts';
import { lockAccount } from '#server/domains/accounts/accounts.service.ts';
import { featuresOfAccount } from '#server/domains/billing/billing.service.ts';
import type { Person } from '#server/kernel/http/handler.ts';
import { refuse } from '#server/kernel/http/refuse.ts';
import type { Db, Tx } from '#server/kernel/kernel.ts';
import { newKey } from '#server/kernel/keys.ts';
import type { StationSettings, StationsTable } from './stations.tables.ts';
import { checkCountry } from './check-country.ts';
import { lockMaster } from './lock-master.ts';
import { mountNames } from './mount-name.ts';
import { refuseInUse } from './refuse-in-use.ts';
import { newPassword } from './source-password.ts';
import { countMasterStations, insertStation, isMountTaken } from './stations.repo.ts';
import { plannedBitRate } from './planned-bit-rate.ts';

/**
 * Creates a station with the defaults of spec §9 and puts it on the air: a master, or a relay if the body names a
 * master or a relay URL. Locking the account's row enforces the plan's limits even under concurrent requests. Refuses
 * with `plan.stationLimit`.
 */
export const createStation = async (
  db: Db,
  account: AccountKey,
  body: z.output<typeof NewStation>,
  who: Person,
): Promise<StationKey> => {
  checkCountry(body.country);
  return await db.transaction().execute(async (tx) => {
    const { suspended_at } = (await lockAccount(tx, account)) ?? refuse('account.notFound');
    if (suspended_at !== null && !who.isPortalAdmin) refuse('account.suspended');
    const { master, relay_url = '', ...plain } = body;
    if (master) await lockMaster(tx, master);
    const bitrate = await allowedBitRate(tx, account, body, who);
    return await writeStation(tx, account, { ...plain, bitrate, master_key: master ?? null, settings: { relay_url } });
  });
};

/** The values of a new station that aren't defaults; without `streamname`, the mount is derived from the name. */
export type NewRow = Omit<z.output<typeof NewStation>, 'bitrate' | 'master' | 'relay_url'> & { bitrate: number } & Pick<
    Insertable<StationsTable>,
    'codec' | 'master_key'
  > & { streamname?: string | undefined; settings?: Partial<StationSettings> };

/** Inserts a station, as a relay if it names a master or a relay URL; refuses with `station.mountInUse`. */
export const writeStation = async (tx: Tx, account: AccountKey, body: NewRow): Promise<StationKey> => {
  const key = newKey('station');
  for (const word of mountNames(body.name)) {
    const mount = body.streamname ?? word;
    if (await insertStation(tx, { ...newStation(key, account, body), streamname: mount, pretty_url: word })) return key;
    if (body.streamname !== undefined && (await isMountTaken(tx, mount))) refuseInUse('mountInUse');
  }
  return key;
};

/** The requested bit rate if the plan allows it; without one, the default or the highest allowed rate below it. */
const allowedBitRate = async (
  tx: Tx,
  account: AccountKey,
  body: z.output<typeof NewStation>,
  { isPortalAdmin }: Person,
): Promise<number> => {
  const plan = await featuresOfAccount(tx, account);
  const masterStations = await countMasterStations(tx, account);
  const isRelay = body.master !== undefined || (body.relay_url ?? '') !== '';
  if (!isRelay && !canCreateStation({ isPortalAdmin, masterStations, plan })) refuse('plan.stationLimit');
  const highest = bitRateAllowed({ isPortalAdmin, plan });
  return plannedBitRate(body.bitrate, stationDefaults.bitrate, highest);
};

const newStation = (
  key: StationKey,
  account: AccountKey,
  body: NewRow,
): Omit<Insertable<StationsTable>, 'streamname' | 'pretty_url'> => ({
  key,
  account_key: account,
  name: body.name,
  description: body.description,
  category: body.category,
  country: body.country,
  default_timezone: body.default_timezone,
  website: body.website,
  type: body.master_key || body.settings?.relay_url ? stationTypes.relay : stationTypes.master,
  ...(body.master_key && { master_key: body.master_key }),
  ...(body.codec && { codec: body.codec }),
  station_service_type: stationDefaults.station_service_type,
  activation_status: stationDefaults.activation_status,
  bitrate: body.bitrate,
  channels: body.channels,
  sample_rate: body.sample_rate,
  burst: stationDefaults.burst,
  settings: JSON.stringify({ ...defaultSettings, ...body.settings }),
  source_password: newPassword(),
});

/** Spec §9: the named ones; "other defaults zero or empty". */
const defaultSettings: StationSettings = {
  mix_offset: stationDefaults.mix_offset,
  mix_speed: stationDefaults.mix_speed,
  project_type: stationDefaults.project_type,
  mp4: false,
  hls: false,
  allow_secure: false,
  interrupt_master: false,
  call_in_allowed: false,
  studio_allowed: false,
  metadata: '',
  relay_url: '',
  fingerprint_category: 0,
  failover_settings: [],
};
