import type { Resource } from '#contract/keys.ts';
import type { Role } from '#contract/permissions.ts';
import type { Person, ResourceContext } from '../http/handler.ts';
import type { Db } from '../kernel.ts';

/** The resource context of each key; one query per kind of resource. Keys that don't exist are missing. */
export const findResourceContexts = async (
  db: Db,
  person: Person | undefined,
  wanted: ReadonlyMap<Resource, ReadonlySet<string>>,
): Promise<Map<string, ResourceContext>> => {
  const found = await Promise.all(
    [...wanted].map(async ([resource, keys]) => {
      const rows = await (lookups[resource]?.(db, person?.id ?? null, [...keys]) ?? []);
      return rows.map((row) => contextOf(resource, row, person));
    }),
  );
  return new Map(found.flat().map((context) => [context.key, context]));
};

/** A resource as the database knows it, with the roles of the user who asks. */
export type ResourceRow = {
  key: string;
  account: string;
  station: string | null;
  podcast?: string | null;
  deleted: boolean;
  account_deleted: boolean;
  account_suspended: boolean;
  station_suspended: boolean;
  account_role: 'owner' | 'admin' | null;
  station_role: 'owner' | 'admin' | 'staff' | null;
  /** For accounts: the user works in one of its stations, so may know that the account exists. */
  works_within: boolean;
};
/** The rows of these keys, in one query; a key that doesn't exist has none. */
export type ResourceLookup = (db: Db, user: string | null, keys: string[]) => Promise<ResourceRow[]>;
type Lookups = Partial<Record<Resource, ResourceLookup>>;

const lookups: Lookups = {};

/** Adds how keys of these kinds are looked up; without it no key of a kind exists. */
export const addResourceLookups = (added: Lookups): void => void Object.assign(lookups, added);

const contextOf = (resource: Resource, row: ResourceRow, person: Person | undefined): ResourceContext => ({
  resource,
  key: row.key,
  account: row.account as ResourceContext['account'],
  station: row.station as ResourceContext['station'],
  podcast: (row.podcast ?? null) as ResourceContext['podcast'],
  deleted: row.deleted,
  accountDeleted: row.account_deleted,
  accountSuspended: row.account_suspended,
  stationSuspended: row.station_suspended,
  roles: rolesOf(row, person),
  worksWithin: row.works_within,
});

const rolesOf = (row: ResourceRow, person: Person | undefined): Role[] => {
  if (!person) return [];
  const roles: Role[] = ['signedIn'];
  if (person.isPortalAdmin) roles.push('portalAdmin');
  if (row.account_role) roles.push(row.account_role === 'owner' ? 'accountOwner' : 'accountAdmin');
  if (row.station_role) roles.push(stationRole[row.station_role]);
  return roles;
};
const stationRole = { owner: 'stationOwner', admin: 'stationAdmin', staff: 'stationStaff' } as const;
