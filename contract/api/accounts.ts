import * as z from 'zod/mini';
import { applications } from './applications.ts';
import { Day } from '../rules/dates.ts';
import { endpoint } from './http.ts';
import { AccountKey } from '../rules/keys.ts';
import { limits } from '../rules/limits.ts';
import { Country, Currency, Email, listed, text, whole } from '../rules/listing.ts';
import { intervals, offeredPlans, planIds } from '../rules/plans.ts';
import { Station } from './stations.ts';

const listsAndRights = [
  'accounts/list',
  'accounts/search',
  'users/me',
  'users/me/accounts',
  'users/me/stations',
] as const;
const accountLists = ['accounts/list', 'accounts/search', 'users/me/accounts'] as const;
const suspendedPaths = [...accountLists, 'accounts/{id}/stations/search', 'stations/*', 'stations/*/live'] as const;
const logoPaths = [...accountLists, 'accounts/{key}/checklist'] as const;

export const vatCategories = ['', 'standard', 'reduced', 'reverse_charge', 'exempt'] as const;
export const customerTypes = ['', 'company', 'person', 'non_profit', 'public_body'] as const;

/** Spec §3 "Account". Money is in integer minor units of `currency`. */
export const Account = z.object({
  key: AccountKey,
  email: z.string(),
  company: z.string(),
  address: z.string(),
  telephone: z.string(),
  fax: z.string(),
  city: z.string(),
  zip: z.string(),
  area: z.string(),
  country: z.string(),
  currency: z.string(),
  balance: z.number(),
  balance_free: z.number(),
  balance_pending: z.number(),
  vatid: z.string(),
  vatid_valid: z.boolean(),
  vat_category: z.enum(vatCategories),
  customer_type: z.enum(customerTypes),
  job_description: z.string(),
  /** The portal's own notes, sent only to its administrators. */
  comments: z.string(),
  date_from: z.string(),
  /** End of the contract; null if it has none. */
  date_to: z.nullable(z.string()),
  updated: z.string(),
  active: z.boolean(),
  suspended: z.boolean(),
  /** Whether a card is on file. */
  credit_card: z.boolean(),
  rights: z.object({ owner: z.boolean(), admin: z.boolean() }),
  /** The tax office (Greek accounts). */
  doy: z.string(),
  /** A partner of the gold programme. */
  gold_brd: z.boolean(),
  /** URL of its logo; null without one. */
  logo: z.nullable(z.string()),
  /** Whether its users are offered the chat-support widget. */
  chat_support: z.boolean(),
  plan: z.enum(planIds),
  requested_plan: z.nullable(z.object({ plan: z.enum(offeredPlans), interval: z.enum(intervals) })),
  stations_count: z.number(),
});
export type Account = z.infer<typeof Account>;

const company = text(200).check(z.minLength(1, 'This field is required'));

/** The fields that an account's owners and admins may set. */
const ownFields = {
  email: z.optional(Email),
  address: z.optional(text(300)),
  telephone: z.optional(text(40)),
  fax: z.optional(text(40)),
  city: z.optional(text(120)),
  zip: z.optional(text(20)),
  area: z.optional(text(120)),
  country: z.optional(Country),
  currency: z.optional(Currency),
  vatid: z.optional(text(40)),
  customer_type: z.optional(z.enum(customerTypes)),
  job_description: z.optional(text(200)),
  doy: z.optional(text(120)),
};

export const NewAccount = z.object({ ...ownFields, company, email: Email });
export type NewAccount = z.input<typeof NewAccount>;

/** Fields after `ownFields` are for portal administrators; anyone else who changes them gets 403. */
export const ChangedAccount = z.object({
  ...ownFields,
  company: z.optional(company),
  comments: z.optional(text(4000)),
  vatid_valid: z.optional(z.boolean()),
  vat_category: z.optional(z.enum(vatCategories)),
  date_to: z.optional(z.nullable(Day)),
  gold_brd: z.optional(z.boolean()),
  chat_support: z.optional(z.boolean()),
});
export type ChangedAccount = z.input<typeof ChangedAccount>;

/** An account that the portal creates and whose owner it invites. */
export const AccountForOwner = z.object({
  ...ownFields,
  company,
  email: Email,
  owner_email: Email,
  vat_category: z.optional(z.enum(vatCategories)),
  plan: z._default(z.enum(planIds), 'trial'),
});
export type AccountForOwner = z.input<typeof AccountForOwner>;

const limit = (max: number) => z.nullable(z.number().check(z.int(), z.gte(0), z.lte(max)));
const customLimits = {
  allowedStationsCount: limit(100_000),
  allowedPodcastsCount: limit(100_000),
  allowedTracksCount: limit(1_000_000),
  allowedBitRateLimit: limit(limits.portalAdminBitrate),
};

/** Spec §3 "Custom limits"; null uses the plan's limit. `showsCount` is the number of podcasts. */
export const CustomLimitsReply = z.object({ ...customLimits, showsCount: z.number() });
/** Omitted fields stay unchanged. */
export const CustomLimitsBody = z.partial(z.object(customLimits));
export type CustomLimitsBody = z.infer<typeof CustomLimitsBody>;

/** Spec §3 "Invoice settings". `cpmRate` in minor units of the account's currency for a thousand impressions. */
export const InvoiceSettings = z.object({
  accountKey: AccountKey,
  accountName: text(200),
  referenceNumber: text(60),
  mount: text(100),
  cpmRate: z.number().check(z.int(), z.gte(0), z.lte(100_000_000)),
  brdEmail: z.union([z.literal(''), Email]),
});
export type InvoiceSettings = z.infer<typeof InvoiceSettings>;

/** The setup steps of a new account, by id. */
export const Checklist = z.object({
  steps: z.array(
    z.object({
      /** `onAir`: a station plays music, or an encoder was connected. What makes a station complete is in its score. */
      id: z.enum(['station', 'onAir', 'plan']),
      done: z.boolean(),
    }),
  ),
});

export type ChecklistSteps = z.infer<typeof Checklist>['steps'];

export const AccountList = listed(Account);
const Logo = { form: { file: { field: 'file', maxBytes: limits.imageMaxBytes } } } as const;

export const accounts = {
  search: endpoint('GET accounts/search/', {
    access: 'user.self',
    summary: 'Search the accounts you have access to by any part of their name',
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
    summary: 'List the accounts you have access to, page by page',
    query: {
      pageNumber: whole(0, 100_000),
      pageSize: whole(limits.accountListPage, 1000),
      sortBy: z._default(z.enum(['name', 'email', 'updated', 'date_from']), 'name'),
      sortDesc: z._default(z.stringbool(), false),
      search: z.optional(text(100)),
      /** Only accounts that are suspended, on trial, or have requested a plan. */
      only: z.optional(z.enum(['suspended', 'trial', 'requested'])),
    },
    returns: AccountList,
  }),
  get: endpoint('GET accounts/{key}', { access: 'account.read', summary: 'One account', returns: Account }),
  create: endpoint('POST accounts/', {
    access: 'user.createAccount',
    summary: 'Create an account; its creator becomes its owner, and it starts on trial',
    body: NewAccount,
    returns: Account,
    status: 201,
    idempotent: true,
    rateLimit: { max: 60, seconds: 3600 },
    changes: listsAndRights,
  }),
  createFor: endpoint('POST portal/accounts/', {
    access: 'portal.write',
    summary: 'Create an account and invite its owner',
    body: AccountForOwner,
    returns: Account,
    status: 201,
    idempotent: true,
    changes: accountLists,
  }),
  update: endpoint('PUT accounts/{key}', {
    access: 'account.update',
    summary: 'Change an account',
    body: ChangedAccount,
    returns: Account,
    changes: accountLists,
  }),
  suspend: endpoint('PUT accounts/{id}/suspend', {
    access: 'account.suspend',
    summary: 'Suspend an account: its stations go off the air',
    returns: Account,
    changes: suspendedPaths,
  }),
  reactivate: endpoint('PUT accounts/{id}/reactivate', {
    access: 'account.suspend',
    summary: 'Reactivate a suspended account',
    returns: Account,
    changes: suspendedPaths,
  }),
  remove: endpoint('DELETE portal/accounts/{key}', {
    access: 'account.delete',
    summary: 'Delete an account and everything in it; refused while a subscription is active',
    changes: listsAndRights,
  }),
  setLogo: endpoint('PUT accounts/{key}/logo', {
    access: 'account.update',
    summary: 'Replace the logo of an account',
    ...Logo,
    returns: Account,
    spec: 'own',
    changes: logoPaths,
  }),
  removeLogo: endpoint('DELETE accounts/{key}/logo', {
    access: 'account.update',
    summary: 'Remove the logo of an account',
    returns: Account,
    spec: 'own',
    changes: logoPaths,
  }),
  logo: endpoint('GET accounts/{key}/logo', {
    access: 'open',
    summary: 'The logo of an account, by its key',
    query: { v: z.optional(text(40)) },
    returns: { raw: 'binary', type: 'image/webp' },
    spec: 'own',
  }),
  customLimits: endpoint('GET accounts/{key}/customLimits', {
    access: 'account.readLimits',
    summary: 'The custom limits of an account',
    returns: CustomLimitsReply,
  }),
  setCustomLimits: endpoint('PUT accounts/{key}/customLimits', {
    access: 'account.setLimits',
    summary: 'Set the custom limits of an account',
    body: CustomLimitsBody,
    returns: CustomLimitsReply,
    changes: ['accounts/{key}/planFeatures', 'accounts/{key}/getSubscriptions', 'accounts/{key}/canUpdateSubscription'],
  }),
  invoiceSettings: endpoint('GET accounts/invoiceSettings/{id}', {
    access: 'account.readLimits',
    summary: 'The invoice settings of an account',
    params: { id: AccountKey },
    returns: InvoiceSettings,
  }),
  setInvoiceSettings: endpoint('POST accounts/invoiceSettings', {
    access: 'account.setLimits',
    summary: 'Change the invoice settings of an account',
    body: InvoiceSettings,
    returns: InvoiceSettings,
    changes: { none: 'The page caches the reply.' },
  }),
  ...applications,
  checklist: endpoint('GET accounts/{key}/checklist', {
    access: 'account.read',
    summary: 'The setup checklist of a new account',
    returns: Checklist,
    spec: 'own',
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
