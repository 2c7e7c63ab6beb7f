import * as z from 'zod/mini';
import { revenueFrequencies } from '#contract/finance.ts';
import { isDay } from '#contract/dates.ts';
import { TableSearch } from '#web/ui/table/table-search.ts';
import { frames } from './frames.ts';

const Day = z.catch(z.optional(z.string().check(z.refine((written) => isDay(written)))), undefined);
const Key = z.catch(z.optional(z.string().check(z.maxLength(120))), undefined);

export const revenueTypes = ['total', 'audio', 'display'] as const;
export type RevenueType = (typeof revenueTypes)[number];

/**
 * The URL state of revenue (spec §4): this month, monthly and all ads unless given. `first` and `last` are the days of a number that was
 * opened, and campaign, station and break the steps to what it consists of.
 */
export const RevenueSearch = z.extend(TableSearch, {
  frame: z.catch(z.optional(z.enum(frames)), undefined),
  from: Day,
  to: Day,
  by: z.catch(z.optional(z.enum(revenueFrequencies)), undefined),
  type: z.catch(z.optional(z.enum(revenueTypes)), undefined),
  currency: z.catch(z.optional(z.string().check(z.regex(/^[A-Z]{3}$/))), undefined),
  first: Day,
  last: Day,
  campaign: Key,
  station: Key,
  break: Key,
});
export type RevenueSearch = z.infer<typeof RevenueSearch>;

/** The URL state of invoices: the statement that an invoice is made of, and the table's. */
export const InvoiceSearch = z.extend(TableSearch, { statement: z.catch(z.optional(z.uuid()), undefined) });
