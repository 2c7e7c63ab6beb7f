import * as z from 'zod/mini';
import { endpoint } from './http.ts';
import { AccountKey } from './keys.ts';
import { limits } from './limits.ts';
import { Station } from './stations.ts';

/** Spec §3 "Account". Money is in integer minor units of `currency`. */
export const Account = z.object({
  key: AccountKey,
  email: z.string(),
  company: z.string(),
  address: z.string(),
  telephone: z.string(),
  city: z.string(),
  zip: z.string(),
  area: z.string(),
  country: z.string(),
  currency: z.string(),
  balance: z.number(),
  comments: z.string(),
  updated: z.string(),
  date_from: z.string(),
  active: z.boolean(),
  suspended: z.boolean(),
  rights: z.object({ owner: z.boolean(), admin: z.boolean() }),
  stations_count: z.number(),
});
export type Account = z.infer<typeof Account>;

const text = (max: number) => z.string().check(z.trim(), z.maxLength(max));

export const NewAccount = z.object({
  company: text(200).check(z.minLength(1, 'This field is required')),
  email: z.string().check(z.trim(), z.email('Please enter a valid e-mail address.'), z.maxLength(254)),
  address: z.optional(text(300)),
  telephone: z.optional(text(40)),
  city: z.optional(text(120)),
  zip: z.optional(text(20)),
  area: z.optional(text(120)),
  country: z.optional(z.string().check(z.regex(/^([A-Z]{2})?$/, 'Please choose a country.'))),
});
export type NewAccount = z.infer<typeof NewAccount>;

const whole = (fallback: number, max: number) =>
  z._default(z.coerce.number().check(z.int(), z.gte(0), z.lte(max)), fallback);

export const AccountList = z.object({
  entities: z.array(Account),
  /** Exact to 10,000; then 10,000 and `capped`. */
  total: z.number(),
  capped: z.boolean(),
});

export const accounts = {
  search: endpoint('GET accounts/search/', {
    access: 'user.self',
    summary: 'The accounts a person may see, by any part of their name',
    query: {
      limit: whole(limits.accountSearchPage, 1000),
      offset: whole(0, 1_000_000),
      output: z.optional(z.string()),
      search: z.optional(text(100)),
    },
    returns: AccountList,
  }),
  list: endpoint('GET accounts/list', {
    access: 'user.self',
    summary: 'The accounts a person may see, page by page',
    query: {
      pageNumber: whole(0, 100_000),
      pageSize: whole(limits.accountListPage, 1000),
      sortBy: z._default(z.enum(['name', 'email', 'updated', 'date_from']), 'name'),
      sortDesc: z._default(z.stringbool(), false),
      search: z.optional(text(100)),
    },
    returns: AccountList,
  }),
  get: endpoint('GET accounts/{key}', { access: 'account.read', summary: 'One account', returns: Account }),
  create: endpoint('POST accounts/', {
    access: 'user.createAccount',
    summary: 'Create an account; its creator becomes its owner',
    body: NewAccount,
    returns: Account,
    status: 201,
    idempotent: true,
  }),
  update: endpoint('PUT accounts/{key}', {
    access: 'account.update',
    summary: 'Change an account',
    body: z.partial(NewAccount),
    returns: Account,
  }),
  stations: endpoint('GET accounts/{id}/stations/search', {
    access: 'account.read',
    summary: 'The stations of an account',
    query: {
      limit: whole(limits.stationListLimit, 1000),
      offset: whole(0, 1_000_000),
      deleted: z._default(z.stringbool(), false),
      search: z.optional(text(100)),
    },
    returns: z.object({ entities: z.array(Station), total: z.number() }),
  }),
};
