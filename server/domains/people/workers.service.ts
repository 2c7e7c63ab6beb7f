import type { AccountKey } from '#contract/rules/keys.ts';
import type { AccountWorker } from '#contract/api/listed-person.ts';
import { imageUrl } from '#server/platform/images.ts';
import type { Role } from '#contract/rules/permissions.ts';
import { seesPortalAdmins, type PeopleDeps } from './people.service.ts';
import { stationsIn, workersIn, type WorkerRow } from './workers.repo.ts';

/**
 * Everyone who works in an account or its stations with all their roles, for a viewer with these roles (see `listPeople`); an
 * invited member is listed once, with both.
 */
export const workersOf = async (
  { db, clock }: PeopleDeps,
  account: AccountKey,
  viewer: readonly Role[],
): Promise<{
  people: AccountWorker[];
  stations: { key: AccountWorker['stations'][number]['key']; name: string }[];
}> => {
  const [rows, stations] = [
    await workersIn(db, account, { now: clock.now(), withPortalAdmins: seesPortalAdmins(viewer) }),
    await stationsIn(db, account),
  ];
  const names = new Map(stations.map(({ key, name }) => [key, name]));
  const listed = new Map<string, AccountWorker>();
  const byEmail = new Map<string, AccountWorker>();
  for (const row of rows) {
    const email = row.email.toLowerCase();
    // Several users may have the same e-mail; an invitation is shown at the first of them.
    const worker = listed.get(row.id ?? email) ?? (row.invited ? byEmail.get(email) : undefined) ?? present(row);
    listed.set(worker.id ?? email, worker);
    if (!byEmail.has(email)) byEmail.set(email, worker);
    const { role, invited, station_key: key } = row;
    if (key === null) worker.account ??= { role, invited };
    else worker.stations.push({ key, name: names.get(key) ?? '', role, invited });
  }
  return { people: [...listed.values()], stations };
};

const present = ({ id, email, first_name, last_name, avatar }: WorkerRow): AccountWorker => ({
  id,
  fullName: `${first_name} ${last_name}`.trim() || email,
  email,
  avatar: imageUrl(avatar),
  account: null,
  stations: [],
});
