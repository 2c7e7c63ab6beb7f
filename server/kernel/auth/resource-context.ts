import { sql, type RawBuilder } from 'kysely';
import type { Resource } from '#contract/rules/keys.ts';
import type { Role } from '#contract/rules/permissions.ts';
import type { Person, ResourceContext } from '../http/handler.ts';
import { statement } from '../db/statement.ts';
import type { Db } from '../kernel.ts';

/**
 * The resource context of each key; one query per kind of resource. Keys that don't exist are missing. A `row` is read
 * in the statement that finds the context of its resource, if that is for one key.
 */
export const findResourceContexts = async (
  db: Db,
  person: Person | undefined,
  wanted: ReadonlyMap<Resource, ReadonlySet<string>>,
  row?: ContextRow<unknown>,
): Promise<Map<string, ResourceContext>> => {
  const found = await Promise.all(
    [...wanted].map(async ([resource, keys]) => {
      const rows = await lookUp(db, resource, person?.id ?? null, [...keys], row);
      return rows.map((found) => contextOf(resource, found, person));
    }),
  );
  return new Map(found.flat().map((context) => [context.key, context]));
};

/**
 * What an endpoint reads of a resource besides its context (ADR 27): columns of the statement that finds the context, by
 * the names of its tables. A column named like one of the context's must be the same.
 */
export type ContextRow<Row> = { name: string; resource: Resource; columns: RawBuilder<Row> };

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

/**
 * Selects a kind of resource for a user. `isAmong` is the condition on its key, `more` further columns, each after a
 * comma.
 */
export type ResourceLookup = (at: {
  user: RawBuilder<string | null>;
  isAmong: RawBuilder<unknown>;
  more: RawBuilder<unknown>;
}) => RawBuilder<ResourceRow>;
type Lookups = Partial<Record<Resource, ResourceLookup>>;

const lookups: Lookups = {};

/** Adds how keys of these kinds are looked up; without it no key of a kind exists. */
export const addResourceLookups = (added: Lookups): void => void Object.assign(lookups, added);

/** The rows of these keys, in one statement. Nearly all calls have one key, for which `=` gets the better plan. */
const lookUp = async (
  db: Db,
  resource: Resource,
  person: string | null,
  keys: string[],
  row: ContextRow<unknown> | undefined,
): Promise<ResourceRow[]> => {
  const lookup = lookups[resource];
  if (!lookup) return [];
  const [first] = keys;
  if (keys.length !== 1 || first === undefined) {
    const several = statement(`resource.${resource}s`, (user: RawBuilder<string | null>, all: RawBuilder<string[]>) =>
      lookup({ user, isAmong: sql`= any(${all})`, more: sql`` }),
    );
    return await several(db, person, keys);
  }
  const along = row?.resource === resource ? row : undefined;
  const one = statement(
    along ? `resource.${resource}.${along.name}` : `resource.${resource}`,
    (user: RawBuilder<string | null>, key: RawBuilder<string>) =>
      lookup({ user, isAmong: sql`= ${key}`, more: along ? sql`, ${along.columns}` : sql`` }),
  );
  return await one(db, person, first);
};

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
  row,
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
