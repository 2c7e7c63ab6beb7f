import * as z from 'zod/mini';
import { ListeningDay } from '../rules/dates.ts';
import { endpoint } from './http.ts';
import { AccountKey } from '../rules/keys.ts';
import { listed, text, whole } from '../rules/listing.ts';

const invoicePaths = ['accounts/{id}/finance/**', 'portal/ad-invoices'] as const;

/* What an account earns with ads (spec §2 "finance", §3 "Finance rows"). Amounts are in the currency's major unit, exact to the micro. */

export const revenueFrequencies = ['daily', 'monthly'] as const;
export type RevenueFrequency = (typeof revenueFrequencies)[number];

/**
 * A day, or a month by its first day; a date has a row for each currency in which something was earned. `own…`: the account's own
 * campaigns on its own stations, which earn nothing; their value is what they would cost. Companion displays are not counted yet.
 */
export const RevenueRow = z.object({
  date: z.string(),
  audioAdRevenue: z.number(),
  displayAdRevenue: z.number(),
  audioAdImpressions: z.number(),
  displayAdImpressions: z.number(),
  currency: z.string(),
  ownAdImpressions: z.number(),
  ownAdValue: z.number(),
});
export type RevenueRow = z.infer<typeof RevenueRow>;

/** What the pages of finance need to know first, and how far an account is with turning audio ads on. */
export const FinanceOverview = z.object({
  /** Days and months begin in this time zone. */
  timezone: z.string(),
  today: z.string(),
  currency: z.string(),
  /** What it earns for a thousand impressions on its stations, and in its podcasts. */
  streamCpm: z.number(),
  podcastCpm: z.number(),
  hasFinancialData: z.boolean(),
  stations: z.number(),
  stationsWithAds: z.number(),
  stationsWithNetworkAds: z.number(),
});
export type FinanceOverview = z.infer<typeof FinanceOverview>;

export const revenueParts = ['campaign', 'station', 'break'] as const;
export type RevenuePart = (typeof revenueParts)[number];

/** A part of a period's revenue: of a campaign, on a station or in a podcast, in a break or an episode. */
export const RevenuePartRow = z.object({
  key: z.string(),
  /** '' if it was deleted. */
  name: z.string(),
  /** The advertiser of a campaign, or the position of a break. */
  detail: z.string(),
  /** When a break began. */
  at: z.nullable(z.string()),
  impressions: z.number(),
  revenue: z.number(),
  currency: z.string(),
  ownAdImpressions: z.number(),
  ownAdValue: z.number(),
});
export type RevenuePartRow = z.infer<typeof RevenuePartRow>;

/** An impression: where and with what it was heard, but not by whom. */
export const RevenueImpression = z.object({
  at: z.string(),
  /** '' in podcasts. */
  session: z.string(),
  country: z.string(),
  region: z.string(),
  city: z.string(),
  player: z.string(),
  device: z.string(),
  output: z.string(),
  revenue: z.number(),
  currency: z.string(),
  /** Of the account's own campaign. */
  isOwn: z.boolean(),
  value: z.number(),
});
export type RevenueImpression = z.infer<typeof RevenueImpression>;

/** Days in the time zone of the account; keys are not checked, as nothing but the account's own rows is read. */
const part = { from: ListeningDay, to: ListeningDay, campaign: z.optional(text(40)), station: z.optional(text(40)) };

export const Statement = z.object({
  id: z.uuid(),
  month: z.string(),
  currency: z.string(),
  timezone: z.string(),
  closed: z.string(),
  impressions: z.number(),
  /** Before rounding. */
  revenue: z.number(),
  /** Minor units: the sum of its lines, each rounded once. */
  amount: z.number(),
  sha256: z.string(),
  /** The invoice that counts; null before one is made. */
  invoice: z.nullable(z.object({ id: z.uuid(), number: z.string(), state: z.enum(['draft', 'sent', 'paid']) })),
});
export type Statement = z.infer<typeof Statement>;

/** A line of a statement; those of earlier months are corrections. */
export const StatementLine = z.object({
  month: z.string(),
  station: z.string(),
  stationName: z.string(),
  campaign: z.string(),
  campaignName: z.string(),
  impressions: z.number(),
  revenue: z.number(),
  amount: z.number(),
});
export type StatementLine = z.infer<typeof StatementLine>;
/** A statement with a page of its lines, of `total`. */
export const StatementDetails = z.object({ ...Statement.shape, lines: z.array(StatementLine), total: z.number() });
export type StatementDetails = z.infer<typeof StatementDetails>;

export const adInvoiceStates = ['draft', 'sent', 'paid', 'void'] as const;
export type AdInvoiceState = (typeof adInvoiceStates)[number];

const Lines = z.array(z.string());
const Pairs = z.array(z.tuple([z.string(), z.string()]));
/** What an invoice says, as text: amounts and dates are formatted. */
export const AdInvoiceDocument = z.object({
  title: z.string(),
  number: z.string(),
  facts: Pairs,
  from: Lines,
  to: Lines,
  lines: z.array(z.object({ description: z.string(), quantity: z.string(), amount: z.string() })),
  totals: Pairs,
  notes: Lines,
});
export type AdInvoiceDocument = z.infer<typeof AdInvoiceDocument>;

export const AdInvoice = z.object({
  id: z.uuid(),
  statement: z.uuid(),
  account: z.object({ key: AccountKey, company: z.string() }),
  number: z.string(),
  month: z.string(),
  state: z.enum(adInvoiceStates),
  accountName: z.string(),
  referenceNumber: z.string(),
  mount: z.string(),
  cpmRate: z.number(),
  brdEmail: z.string(),
  currency: z.string(),
  /** Minor units. */
  amount: z.number(),
  created: z.string(),
  sent: z.nullable(z.string()),
  paid: z.nullable(z.string()),
  voided: z.nullable(z.string()),
});
export type AdInvoice = z.infer<typeof AdInvoice>;

/** What is printed on an invoice beside its statement; the rate is the one of the invoice settings. */
export const NewAdInvoice = z.object({
  statement: z.uuid('Please choose a statement.'),
  accountName: text(200).check(z.minLength(1, 'This field is required')),
  referenceNumber: text(60),
  mount: text(100),
});
export type NewAdInvoice = z.infer<typeof NewAdInvoice>;

const StatementId = { statementId: z.uuid('Not the ID of a statement.') };
const InvoiceId = { invoiceId: z.uuid('Not the ID of an invoice.') };
const page = { limit: whole(25, 1000), offset: whole(0, 100_000) };

export const finance = {
  hasFinancialData: endpoint('GET accounts/{id}/hasFinancialData', {
    access: 'account.readFinance',
    summary: 'Whether an account has ever earned anything with ads',
    returns: z.object({ hasFinancialData: z.boolean() }),
  }),
  revenue: endpoint('GET accounts/{id}/revenue/{frequency}', {
    access: 'account.readFinance',
    summary: "An account's revenue by day or month, newest first; this month unless days are given",
    params: { frequency: z.enum(revenueFrequencies) },
    query: { from: z.optional(ListeningDay), to: z.optional(ListeningDay) },
    returns: z.array(RevenueRow),
  }),
  overview: endpoint('GET accounts/{id}/finance', {
    access: 'account.readFinance',
    summary: "The time zone, currency and rates of an account's revenue, and whether its stations play audio ads",
    returns: FinanceOverview,
    spec: 'own',
  }),
  breakdown: endpoint('GET accounts/{id}/finance/breakdown', {
    access: 'account.readFinance',
    summary: 'The revenue of a period by campaign, station or break, the highest first',
    query: { ...part, by: z.enum(revenueParts) },
    returns: z.object({ entities: z.array(RevenuePartRow), capped: z.boolean() }),
    spec: 'own',
  }),
  impressions: endpoint('GET accounts/{id}/finance/impressions', {
    access: 'account.readFinance',
    summary: 'The impressions that revenue consists of, the latest first; as long as sessions are stored',
    query: { ...part, campaign: text(40), station: text(40), break: z.optional(text(120)), ...page },
    returns: listed(RevenueImpression),
    spec: 'own',
  }),
  statements: endpoint('GET accounts/{id}/finance/statements', {
    access: 'account.readFinance',
    summary: 'The monthly statements of an account, newest first',
    query: page,
    returns: z.object({ entities: z.array(Statement), total: z.number() }),
    spec: 'own',
  }),
  statement: endpoint('GET accounts/{id}/finance/statements/{statementId}', {
    access: 'account.readFinance',
    summary: 'A statement with its lines, newest month first',
    params: StatementId,
    query: { limit: whole(100, 1000), offset: whole(0, 1_000_000) },
    returns: StatementDetails,
    spec: 'own',
  }),
  statementDays: endpoint('GET accounts/{id}/finance/statements/{statementId}/days.csv', {
    access: 'account.readFinance',
    summary: 'The days of a statement, which its hash is computed from, as CSV',
    params: StatementId,
    returns: { raw: 'csv' },
    spec: 'own',
  }),
  invoices: endpoint('GET accounts/{id}/finance/invoices', {
    access: 'account.readFinance',
    summary: 'The invoices that an account made for its revenue, newest first',
    query: page,
    returns: z.object({ entities: z.array(AdInvoice), total: z.number() }),
    spec: 'own',
  }),
  previewInvoice: endpoint('POST accounts/{id}/finance/invoices/preview', {
    access: 'account.createInvoice',
    summary: 'What an invoice would say, without making it',
    body: NewAdInvoice,
    returns: AdInvoiceDocument,
    audit: false,
    spec: 'own',
    changes: { none: 'It only calculates.' },
  }),
  createInvoice: endpoint('POST accounts/{id}/finance/invoices', {
    access: 'account.createInvoice',
    summary: 'Make the invoice of a statement, as a draft with its number',
    body: NewAdInvoice,
    returns: AdInvoice,
    status: 201,
    idempotent: true,
    rateLimit: { max: 60, seconds: 3600 },
    spec: 'own',
    changes: invoicePaths,
  }),
  invoicePdf: endpoint('GET accounts/{id}/finance/invoices/{invoiceId}/pdf', {
    access: 'account.readFinance',
    summary: 'An invoice as PDF',
    params: InvoiceId,
    returns: { raw: 'binary', type: 'application/pdf' },
    rateLimit: { max: 120, seconds: 3600 },
    spec: 'own',
  }),
  sendInvoice: endpoint('POST accounts/{id}/finance/invoices/{invoiceId}/send', {
    access: 'account.createInvoice',
    summary: 'Mail a draft as PDF to the address of the invoice settings',
    params: InvoiceId,
    returns: AdInvoice,
    rateLimit: { max: 30, seconds: 3600 },
    spec: 'own',
    changes: invoicePaths,
  }),
  payInvoice: endpoint('POST portal/ad-invoices/{invoiceId}/paid', {
    access: 'portal.write',
    summary: 'Note that the portal has paid an invoice',
    params: InvoiceId,
    returns: AdInvoice,
    spec: 'own',
    changes: ['accounts/*/finance/**', 'portal/ad-invoices'],
  }),
  voidInvoice: endpoint('POST accounts/{id}/finance/invoices/{invoiceId}/void', {
    access: 'account.createInvoice',
    summary: 'Void an invoice that is not paid; its number is not used again',
    params: InvoiceId,
    returns: AdInvoice,
    spec: 'own',
    changes: invoicePaths,
  }),
  openInvoices: endpoint('GET portal/ad-invoices', {
    flag: 'advertising',
    access: 'portal.read',
    summary: "Accounts' invoices that the portal has to pay, the oldest first",
    query: page,
    returns: z.object({ entities: z.array(AdInvoice), total: z.number() }),
    spec: 'own',
  }),
};
