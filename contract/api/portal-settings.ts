import * as z from 'zod/mini';
import { Country, Email, text } from '../rules/listing.ts';
import { webAddress } from '../rules/web-address.ts';

/** The portal's general settings. */
export const PortalSettings = z.object({
  support_email: z.union([z.literal(''), Email]),
  account_creation: z.enum(['everyone', 'admins']),
  /** Who may register at the embedded identity provider. */
  registration: z.enum(['everyone', 'invited']),
  /** Portal administrators must sign in with a second factor; those without one set it up right after the password. */
  admins_need_second_factor: z.boolean(),
  trial_days: z.number().check(z.int(), z.gte(1), z.lte(3650)),
  /** For how many days to store single listening sessions; aggregated statistics stay. */
  listening_days: z.number().check(z.int(), z.gte(92), z.lte(3650)),
  terms_url: webAddress('terms of use'),
  privacy_url: webAddress('privacy policy'),
  chat_widgets: z.object({
    primary: z.object({ script: webAddress('script'), secret: text(200) }),
    secondary: z.object({ script: webAddress('script'), secret: text(200) }),
  }),
  /**
   * How many days after a paid subscription has ended its stations stay on the air; null: for ever. Until then nothing new can be
   * created.
   */
  grace_days: z.nullable(z.number().check(z.int(), z.gte(0), z.lte(365))),
  /** Whether a trial that ends unpaid takes the stations off the air too. */
  hold_after_trial: z.boolean(),
  /** Who sells the plans, as on invoices. */
  seller: z.object({
    name: text(200),
    address: text(400),
    country: Country,
    vatid: text(40),
  }),
  /** The tracker of referral clicks and customers; '' for no tracking. */
  referral: z.object({ url: webAddress('referral URL'), token: text(200) }),
});
export type PortalSettings = z.infer<typeof PortalSettings>;

/** Stands for a stored secret; sent back it leaves the secret unchanged, and '' removes it. */
export const secretMask = '••••••••';

const Widget = z.partial(PortalSettings.shape.chat_widgets.shape.primary);
/** Omitted fields stay unchanged, including single secrets. */
export const ChangedSettings = z.partial(
  z.extend(PortalSettings, {
    chat_widgets: z.object({ primary: z.optional(Widget), secondary: z.optional(Widget) }),
    referral: z.partial(PortalSettings.shape.referral),
    seller: z.partial(PortalSettings.shape.seller),
  }),
);
export type ChangedSettings = z.infer<typeof ChangedSettings>;

/** The default number of spots in a podcast, and the price of a thousand impressions (US cents). */
export const PodcastAdsSettings = z.object({
  enabled: z.boolean(),
  pre_roll: z.number().check(z.int(), z.gte(0), z.lte(10)),
  mid_roll: z.number().check(z.int(), z.gte(0), z.lte(50)),
  post_roll: z.number().check(z.int(), z.gte(0), z.lte(10)),
  minutes_between: z.number().check(z.int(), z.gte(1), z.lte(240)),
  opt_out_allowed: z.boolean(),
  cpm: z.number().check(z.int(), z.gte(0), z.lte(10_000_000)),
});
export type PodcastAdsSettings = z.infer<typeof PodcastAdsSettings>;
