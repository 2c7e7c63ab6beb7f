import type * as z from 'zod/mini';
import type { Role } from '#contract/permissions.ts';
import type { Station, StationList } from '#contract/stations.ts';
import { checkDepth } from '#server/kernel/db/list-page.ts';
import type { Person } from '#server/kernel/http/handler.ts';
import {
  countStations,
  listStationRows,
  membershipsOf,
  type ListedStation,
  type Page,
  type Visible,
  type Wanted,
} from './list-stations.repo.ts';
import { present, type StationsDeps } from './stations.service.ts';

type Listed = z.infer<typeof StationList>;
type Narrowed = { search?: string | undefined; only?: Wanted['only'] };

/** The stations a person may see, by name: theirs and their accounts', and all of them for a portal admin. */
export const searchStations = async (
  deps: StationsDeps,
  who: Person,
  query: Pick<Page, 'limit' | 'offset'> & Narrowed,
): Promise<Listed> => {
  checkDepth(query.offset, 'offset');
  return await page(deps, who, query, { limit: query.limit, offset: query.offset, sortBy: 'name', sortDesc: false });
};

/** The same page by page, in the wanted order. Totals are exact to 10,000. */
export const listEveryStation = async (
  deps: StationsDeps,
  who: Person,
  query: Pick<Page, 'sortBy' | 'sortDesc'> & Narrowed & { pageNumber: number; pageSize: number },
): Promise<Listed> => {
  const { pageNumber, pageSize, sortBy, sortDesc } = query;
  const offset = pageNumber * pageSize;
  checkDepth(offset, 'pageNumber');
  return await page(deps, who, query, { limit: pageSize, offset, sortBy, sortDesc });
};

const page = async (deps: StationsDeps, who: Person, { search = '', only }: Narrowed, at: Page): Promise<Listed> => {
  const within = who.isPortalAdmin ? 'everything' : await membershipsOf(deps.db, who.id);
  const visible: Visible = { member: who.id, within };
  const [rows, counted] = await Promise.all([
    listStationRows(deps.db, visible, { search, only }, at),
    countStations(deps.db, visible, { search, only }),
  ]);
  return { entities: rows.map((row): Station => present(deps, row, rolesOf(row, who))), ...counted };
};

const rolesOf = ({ account_role, station_role }: ListedStation, who: Person): Role[] => {
  const roles: Role[] = ['signedIn'];
  if (who.isPortalAdmin) roles.push('portalAdmin');
  if (account_role) roles.push(account_role === 'owner' ? 'accountOwner' : 'accountAdmin');
  if (station_role)
    roles.push(({ owner: 'stationOwner', admin: 'stationAdmin', staff: 'stationStaff' } as const)[station_role]);
  return roles;
};
