import { limits } from '#contract/rules/limits.ts';
import { dayMs } from '#contract/rules/time.ts';
import { stationsWithLine } from '#server/domains/billing/billing.service.ts';
import { touchStation } from '#server/domains/playout/playout.service.ts';
import type { StationKey } from '#contract/rules/keys.ts';
import type { Kernel, Tx } from '#server/kernel/kernel.ts';
import { changeRequest, deleteRequest, findRequest } from './line.repo.ts';
import { notifyStation } from './notify.ts';
import { lockLine, numbersOf, takeNumbers } from './numbers.repo.ts';

type Deps = Pick<Kernel, 'db' | 'clock' | 'events' | 'config' | 'log'>;

const atOnce = 500;

/**
 * Warns the owners of stations whose plan no longer includes phone numbers, and takes these back 14 days later, as carriers charge for
 * each number every month; stations whose plan includes them again keep them. Numbers that an administrator gave beyond a plan stay. Run once a day.
 */
export const checkPlans = async (deps: Deps): Promise<void> => {
  for (let after = ''; ;) {
    const granted = await deps.db
      .selectFrom('phone_requests')
      .innerJoin('stations', 'stations.key', 'phone_requests.station_key')
      .select(['phone_requests.station_key as key', 'phone_requests.ends'])
      .where('phone_requests.status', '=', 'enabled')
      .where('phone_requests.beyond_plan', '=', false)
      .where('stations.deleted_at', 'is', null)
      .where('phone_requests.station_key', '>', after as StationKey)
      .orderBy('phone_requests.station_key')
      .limit(atOnce)
      .execute();
    const withLine = await stationsWithLine(
      deps.db,
      granted.map(({ key }) => key),
    );
    for (const { key, ends } of granted)
      if (!withLine.has(key) || ends !== null)
        await checkOne(deps, key, withLine.has(key)).catch((error: unknown) =>
          deps.log.error({ station: key, error: String(error) }, 'could not check the phone numbers of a station'),
        );
    const last = granted.at(-1);
    if (!last || granted.length < atOnce) return;
    after = last.key;
  }
};

const checkOne = async (deps: Deps, key: StationKey, hasLine: boolean): Promise<void> =>
  await deps.db.transaction().execute(async (tx) => {
    const station = await lockLine(tx, key);
    const request = await findRequest(tx, key);
    if (!station || request?.status !== 'enabled' || request.beyond_plan) return;
    if (hasLine) return await changeRequest(tx, key, { ends: null });
    await takeIfDue(tx, deps, { ...station, key }, request.ends);
  });

const takeIfDue = async (
  tx: Tx,
  deps: Deps,
  station: Parameters<typeof notifyStation>[2],
  ends: Date | null,
): Promise<void> => {
  const now = deps.clock.now();
  if (ends === null) {
    const end = new Date(now.getTime() + limits.numberNoticeDays * dayMs);
    const numbers = (await numbersOf(tx, station.key)).map(({ did }) => did);
    await changeRequest(tx, station.key, { ends: end });
    await notifyStation(tx, deps, station, { kind: 'ending', day: dayText.format(end), numbers });
  } else if (ends <= now) {
    const numbers = await takeNumbers(tx, [station.key], now);
    await deleteRequest(tx, station.key);
    await touchStation(tx, station.key);
    await notifyStation(tx, deps, station, { kind: 'ended', numbers });
  }
};

const dayText = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' });
