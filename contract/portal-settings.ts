import * as z from 'zod/mini';
import { Email, text } from './listing.ts';
import { webAddress } from './web-address.ts';

/** The portal's general settings. */
export const PortalSettings = z.object({
  support_email: z.union([z.literal(''), Email]),
  account_creation: z.enum(['everyone', 'admins']),
  /** Who may register with the embedded identity provider. */
  registration: z.enum(['everyone', 'invited']),
  /** Portal administrators sign in with a second factor; who has none sets one up right after the password. */
  admins_need_second_factor: z.boolean(),
  trial_days: z.number().check(z.int(), z.gte(1), z.lte(3650)),
  /** How long single listening sessions are kept, days; what they add up to stays. */
  listening_days: z.number().check(z.int(), z.gte(92), z.lte(3650)),
  terms_url: webAddress('terms of use'),
  privacy_url: webAddress('privacy policy'),
  chat_widgets: z.object({
    primary: z.object({ script: webAddress('script'), secret: text(200) }),
    secondary: z.object({ script: webAddress('script'), secret: text(200) }),
  }),
  /** Where clicks and customers of referral codes are told; '' for no tracking. */
  referral: z.object({ url: webAddress('referral address'), token: text(200) }),
});
export type PortalSettings = z.infer<typeof PortalSettings>;

/** What is shown of a secret that is set; given back it leaves the secret as it is, and '' removes it. */
export const secretMask = '••••••••';

const Widget = z.partial(PortalSettings.shape.chat_widgets.shape.primary);
/** Only what is named is changed, down to a single secret. */
export const ChangedSettings = z.partial(
  z.extend(PortalSettings, {
    chat_widgets: z.object({ primary: z.optional(Widget), secondary: z.optional(Widget) }),
    referral: z.partial(PortalSettings.shape.referral),
  }),
);
export type ChangedSettings = z.infer<typeof ChangedSettings>;

/** How many spots a podcast may hold unless it says otherwise, and what a thousand impressions cost (US cents). */
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
