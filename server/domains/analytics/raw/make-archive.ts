import type { StationKey } from '#contract/rules/keys.ts';
import { runExclusive } from '#server/kernel/db/run-exclusive.ts';
import type { Kernel } from '#server/kernel/kernel.ts';
import { isRecorded, type FleetSessions } from '../is-recorded.service.ts';
import { monthsDue } from './raw-archives.ts';
import * as repo from './raw-data.repo.ts';
import { archiveFile, storeRaw, type FileDeps } from './raw-files.ts';
import { monthPeriod } from '#server/platform/months.ts';

export type ArchiveDeps = FileDeps & Pick<Kernel, 'db' | 'log'> & { engine: FleetSessions };

/**
 * Makes the file of a closed month once its sessions are recorded, unless another process is making it or it exists. It
 * may be interrupted anywhere and run again.
 */
export const makeArchive = async (deps: ArchiveDeps, station: StationKey, month: string): Promise<void> =>
  await runExclusive(deps, `raw archive ${station} ${month}`, async () => {
    const row = await repo.stationOf(deps.db, station);
    if (!row) return;
    const now = deps.clock.now().getTime();
    const [intervals, files] = [await repo.intervalsOf(deps.db, station), await repo.filesOf(deps.db, station)];
    if (!monthsDue(intervals, files, row.zone, now).includes(month)) return;
    const period = monthPeriod(month, row.zone);
    if (!(await isRecorded(deps.engine, period.end, now))) return;
    const key = archiveFile(station, month);
    const file = await storeRaw(deps, key, 'sessions', { station, ...period });
    if (await repo.recordArchive(deps.db, { station_key: station, month, ...file })) return;
    // The station was deleted meanwhile.
    await deps.storage.remove(key);
  });
