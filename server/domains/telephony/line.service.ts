import type { AccountKey, StationKey } from '#contract/rules/keys.ts';
import { hasFeature } from '#contract/rules/plans.ts';
import type { LineRequest, StationLine, StationNumber } from '#contract/api/telephony.ts';
import { featuresOfStation } from '#server/domains/billing/billing.service.ts';
import { countryName } from '#server/platform/country-name.ts';
import type { LiveHub } from '#server/platform/live-hub.ts';
import { displayNumber } from '#server/platform/phone-number.ts';
import type { Person } from '#server/kernel/http/handler.ts';
import type { Kernel } from '#server/kernel/kernel.ts';
import { findPrompt, findRequest, linesOfAccount, type LineOfStation } from './line.repo.ts';
import { freeByCountry, numbersOf, type NumberRow } from './numbers.repo.ts';
import { callsHost, isSandbox, telephonySettings } from './settings.ts';

export type LineDeps = Pick<Kernel, 'db' | 'clock' | 'config'> & { live: LiveHub };

/** A station's phone numbers, its prompt and how many are calling. */
export const stationLine = async ({ db, live, config }: LineDeps, station: StationKey): Promise<StationLine> => {
  const [numbers, prompt, sandbox, { host }] = await Promise.all([
    numbersOf(db, station),
    findPrompt(db, station),
    isSandbox(db),
    telephonySettings(db),
  ]);
  const main = numbers.find((number) => number.main);
  return {
    numbers: numbers.map(presentNumber),
    sip: main ? `sip:${main.did}@${callsHost({ host, sandbox, publicUrl: config.publicUrl })}` : null,
    sandbox,
    calling: live.latest(station)?.callers ?? 0,
    prompt: prompt
      ? { name: prompt.name, ms: prompt.ms, cut: prompt.cut, uploaded: prompt.uploaded.toISOString() }
      : null,
  };
};

/** A station's request, and the countries in which numbers are free. */
export const lineRequest = async (
  { db, clock }: Pick<LineDeps, 'db' | 'clock'>,
  station: StationKey,
  { isPortalAdmin }: Pick<Person, 'isPortalAdmin'>,
): Promise<LineRequest> => {
  const [plan, row, sandbox] = await Promise.all([
    featuresOfStation(db, station),
    findRequest(db, station),
    isSandbox(db),
  ]);
  const free = await freeByCountry(db, { sandbox, now: clock.now() });
  return {
    allowed: hasFeature('ctlLine', { isPortalAdmin, plan }),
    status: row?.status ?? null,
    requested: row?.requested.toISOString() ?? null,
    country: row?.country ?? '',
    note: row?.note ?? '',
    reason: row?.reason ?? '',
    ends: row?.ends?.toISOString() ?? null,
    countries: free
      .map((one) => ({ ...one, name: countryName(one.iso) }))
      .toSorted((one, other) => one.name.localeCompare(other.name)),
    sandbox,
  };
};

/** The stations of an account with their numbers, for the pickers of call-in analytics. */
export const accountLines = async (db: Kernel['db'], account: AccountKey): Promise<{ entities: LineOfStation[] }> => ({
  entities: await linesOfAccount(db, account),
});

const presentNumber = ({ did, main, country, sandbox }: NumberRow): StationNumber => ({
  ...{ did, main, country, sandbox },
  display: displayNumber(did),
});
