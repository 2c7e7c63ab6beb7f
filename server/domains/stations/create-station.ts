import type { Insertable } from 'kysely';
import type * as z from 'zod/mini';
import type { AccountKey, StationKey } from '#contract/keys.ts';
import { stationDefaults, stationTypes } from '#contract/limits.ts';
import { canCreateStation, plans } from '#contract/plans.ts';
import type { NewStation } from '#contract/stations.ts';
import { lockAccount } from '#server/domains/accounts/accounts.service.ts';
import type { StationSettings, StationsTable } from '#server/kernel/db/tables.ts';
import type { Person } from '#server/kernel/http/handler.ts';
import { refuse } from '#server/kernel/http/refuse.ts';
import type { Db, Tx } from '#server/kernel/kernel.ts';
import { newKey, randomLetters } from '#server/kernel/keys.ts';
import { mountNames } from './mount-name.ts';
import { countMasterStations, insertStation } from './stations.repo.ts';

/**
 * Creates a master station with the defaults of spec §9 and puts it on the air. The plan's bound holds
 * under parallel creations: each waits for the account's row. Refuses with `plan.stationLimit`.
 */
export const createStation = async (
  db: Db,
  account: AccountKey,
  body: z.output<typeof NewStation>,
  who: Person,
): Promise<StationKey> =>
  await db.transaction().execute(async (tx) => {
    if (!(await lockAccount(tx, account))) refuse('account.notFound');
    await checkPlan(tx, account, body, who);
    const key = newKey('station');
    for (const mount of mountNames(body.name))
      if (await insertStation(tx, newStation(key, account, mount, body))) return key;
    return key;
  });

const checkPlan = async (
  tx: Tx,
  account: AccountKey,
  body: z.output<typeof NewStation>,
  who: Person,
): Promise<void> => {
  const masterStations = await countMasterStations(tx, account);
  if (!canCreateStation({ isPortalAdmin: who.isPortalAdmin, masterStations, plan: plans.trial.features }))
    refuse('plan.stationLimit');
  if (!who.isPortalAdmin && (body.bitrate ?? 0) > plans.trial.features.allowedBitRateLimit)
    refuse('request.invalid', {}, { bitrate: 'The bit rate is higher than the plan allows.' });
};

const newStation = (
  key: StationKey,
  account: AccountKey,
  mount: string,
  body: z.output<typeof NewStation>,
): Insertable<StationsTable> => ({
  key,
  account_key: account,
  name: body.name,
  streamname: mount,
  pretty_url: mount,
  description: body.description,
  category: body.category,
  country: body.country,
  default_timezone: body.default_timezone,
  website: body.website,
  type: stationTypes.master,
  station_service_type: stationDefaults.station_service_type,
  activation_status: stationDefaults.activation_status,
  bitrate: body.bitrate ?? stationDefaults.bitrate,
  channels: body.channels,
  sample_rate: body.sample_rate,
  burst: stationDefaults.burst,
  settings: JSON.stringify(defaultSettings),
  source_password: randomLetters(passwordLetters),
});

const passwordLetters = 16;

/** Spec §9: the named ones; "other defaults zero or empty". */
const defaultSettings: StationSettings = {
  mix_offset: stationDefaults.mix_offset,
  mix_speed: stationDefaults.mix_speed,
  project_type: stationDefaults.project_type,
  mp4: false,
  allow_secure: false,
  interrupt_master: false,
  call_in_allowed: false,
  studio_allowed: false,
  metadata: '',
  relay_url: '',
  fingerprint_category: 0,
  failover_settings: [],
};
