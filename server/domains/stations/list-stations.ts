import type * as z from 'zod/mini';
import type { Role } from '#contract/rules/permissions.ts';
import type { Station, StationList } from '#contract/api/stations.ts';
import { checkDepth } from '#server/kernel/db/list-page.ts';
import type { Person } from '#server/kernel/http/handler.ts';
import { listAllStations, listOwnStations, type ListedStation, type Page, type Wanted } from './list-stations.repo.ts';
import { present, type StationsDeps } from './stations.service.ts';

type Listed = z.infer<typeof StationList>;
type Filter = { search?: string | undefined; only?: Wanted['only'] };

/** The stations a user may see, sorted by name: their own and their accounts'; for a portal admin, all stations. */
export const searchStations = async (
  deps: StationsDeps,
  who: Person,
  query: Pick<Page, 'limit' | 'offset'> & Filter,
): Promise<Listed> => {
  checkDepth(query.offset, 'offset');
  return await page(deps, who, query, { limit: query.limit, offset: query.offset, sortBy: 'name', sortDesc: false });
};

/** The same list page by page, in the requested order. Totals are exact up to 10,000. */
export const listEveryStation = async (
  deps: StationsDeps,
  who: Person,
  query: Pick<Page, 'sortBy' | 'sortDesc'> & Filter & { pageNumber: number; pageSize: number },
): Promise<Listed> => {
  const { pageNumber, pageSize, sortBy, sortDesc } = query;
  const offset = pageNumber * pageSize;
  checkDepth(offset, 'pageNumber');
  return await page(deps, who, query, { limit: pageSize, offset, sortBy, sortDesc });
};

const page = async (deps: StationsDeps, who: Person, { search = '', only }: Filter, range: Page): Promise<Listed> => {
  const list = who.isPortalAdmin ? listAllStations : listOwnStations;
  const { rows, ...totals } = await list(deps.db, who.id, { search, only }, range);
  return { entities: rows.map((row): Station => present(deps, row, rolesOf(row, who))), ...totals };
};

const rolesOf = ({ account_role, station_role }: ListedStation, who: Person): Role[] => {
  const roles: Role[] = ['signedIn'];
  if (who.isPortalAdmin) roles.push('portalAdmin');
  if (account_role) roles.push(account_role === 'owner' ? 'accountOwner' : 'accountAdmin');
  if (station_role)
    roles.push(({ owner: 'stationOwner', admin: 'stationAdmin', staff: 'stationStaff' } as const)[station_role]);
  return roles;
};
