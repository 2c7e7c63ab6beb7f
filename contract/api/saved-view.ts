import * as z from 'zod/mini';
import { text } from '../rules/listing.ts';

/** The analytics pages whose state can be saved as a view. */
export const viewPages = [
  'streaming',
  'live',
  'podcasts',
  'podcasts-full',
  'raw',
  'raw-archive',
  'raw-podcasts',
  'ctl',
  'app',
  'sound-exchange-reports',
] as const;
export type ViewPage = (typeof viewPages)[number];

const Value = z.union([z.string().check(z.maxLength(300)), z.number(), z.boolean()]);

/** The search parameters of a page: its period, comparison, filters. */
export const ViewSearch = z
  .record(z.string().check(z.regex(/^\w{1,40}$/)), z.union([Value, z.array(Value).check(z.maxLength(100))]))
  .check(z.refine((search) => JSON.stringify(search).length <= 4000, 'This is more than a view can save.'));
export type ViewSearch = z.infer<typeof ViewSearch>;

const ViewName = text(80).check(z.minLength(1, 'Please enter a name.'));

export const NewView = z.object({
  page: z.enum(viewPages),
  name: ViewName,
  search: ViewSearch,
  shared: z._default(z.boolean(), false),
  is_default: z._default(z.boolean(), false),
});

/** `is_default` is personal; only the creator may change the rest. */
export const ChangedView = z.object({
  name: z.optional(ViewName),
  search: z.optional(ViewSearch),
  shared: z.optional(z.boolean()),
  is_default: z.optional(z.boolean()),
});

export const SavedView = z.object({
  id: z.string(),
  page: z.enum(viewPages),
  name: z.string(),
  search: ViewSearch,
  shared: z.boolean(),
  is_default: z.boolean(),
  /** Whether the current user created it. */
  own: z.boolean(),
  by: z.string(),
});
export type SavedView = z.infer<typeof SavedView>;
