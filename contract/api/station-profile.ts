import * as z from 'zod/mini';
import { Email, text } from '../rules/listing.ts';
import { webAddress } from '../rules/web-address.ts';

/** Spec §5: the URL slug of a station's page; letters, digits, dashes and underscores, 6 to 100 (readings 13). */
export const PrettyUrl = z
  .string()
  .check(
    z.trim(),
    z.maxLength(100),
    z.regex(
      /^[A-Za-z0-9_-]{6,}$/,
      'The URL should be at least 6 characters. Only letters, numbers, dashes and underscores are allowed.',
    ),
  );

export const Website = webAddress('website').check(z.maxLength(300));

/** A telephone number in any notation, or ''. */
export const Phone = text(40).check(z.regex(/^(\+?[0-9][0-9 ()./-]*)?$/, 'Please enter a valid phone number.'));

/** An international telephone number, stored without spaces and signs, as a machine will dial it. */
export const AlertPhone = z.pipe(
  z.pipe(
    text(40),
    z.transform((written: string) => written.replace(/[\s()./-]/g, '')),
  ),
  z.string().check(z.regex(/^\+[1-9][0-9]{6,14}$/, 'Please enter a phone number with + and the country code.')),
);

/** Profiles of a station on other platforms (spec §2 "profile tab with social media"). */
export const socialPlatforms = [
  'facebook',
  'x',
  'instagram',
  'youtube',
  'tiktok',
  'linkedin',
  'whatsapp',
  'telegram',
] as const;
export type SocialPlatform = (typeof socialPlatforms)[number];

/** The name of each platform. */
export const socialNames: Record<SocialPlatform, string> = {
  facebook: 'Facebook',
  x: 'X',
  instagram: 'Instagram',
  youtube: 'YouTube',
  tiktok: 'TikTok',
  linkedin: 'LinkedIn',
  whatsapp: 'WhatsApp',
  telegram: 'Telegram',
};

const forEachPlace = <T extends z.ZodMiniType>(schemaOf: (place: SocialPlatform) => T) =>
  Object.fromEntries(socialPlatforms.map((place) => [place, schemaOf(place)])) as Record<SocialPlatform, T>;

/** The URL of a station's profile on each platform; '' without one. */
export const SocialLinks = z.object(forEachPlace(() => z.string()));
export type SocialLinks = z.infer<typeof SocialLinks>;

/** The public profile of a station; `site_url` is its `pretty_url` (spec §5 "Site URL"). */
export const StationProfile = z.object({
  site_url: z.string(),
  /** URL of its public page; null while it has none, as it isn't public or is suspended. */
  page_url: z.nullable(z.string()),
  about: z.string(),
  website: z.string(),
  phone: z.string(),
  social: SocialLinks,
});
export type StationProfile = z.infer<typeof StationProfile>;

/** Omitted fields stay unchanged. */
export const ChangedProfile = z.object({
  site_url: z.optional(PrettyUrl),
  about: z.optional(text(4000)),
  website: z.optional(Website),
  phone: z.optional(Phone),
  social: z.optional(z.partial(z.object(forEachPlace((place) => webAddress(socialNames[place]))))),
});
export type ChangedProfile = z.input<typeof ChangedProfile>;

/**
 * Kinds of alerts: the station is off the air, dead air, the live encoder disconnected, or playlist files are
 * unreadable.
 */
export const alertKinds = ['offline', 'dead_air', 'encoder', 'files'] as const;
export type AlertKind = (typeof alertKinds)[number];

/**
 * Spec §3 "monitoring_settings": whether alerts are on, and their recipients; phone numbers are stored for later
 * telephony.
 */
export const MonitoringSettings = z.object({
  link: z.boolean(),
  emails: z.array(z.string()),
  phones: z.array(z.string()),
  kinds: z.array(z.enum(alertKinds)),
  /** Loudness (LUFS) below which audio counts as silence. */
  threshold: z.number(),
  /** How long a problem must last before the alert, s. */
  duration: z.number(),
  /** A problem that returns within this time counts as the same alert. */
  repeat_minutes: z.number(),
});
export type MonitoringSettings = z.infer<typeof MonitoringSettings>;

const monitoringDefaults: MonitoringSettings = {
  link: false,
  emails: [],
  phones: [],
  kinds: ['offline', 'dead_air', 'files'],
  threshold: -50,
  duration: 30,
  repeat_minutes: 10,
};

/** A station's monitoring settings, with defaults for those that were never set. */
export const monitoringOf = (stored: Partial<MonitoringSettings>): MonitoringSettings => ({
  ...monitoringDefaults,
  ...stored,
});

const wholeFrom = (from: number, to: number, message: string) =>
  z.number(message).check(z.int(message), z.gte(from, message), z.lte(to, message));

export const ChangedMonitoring = z.object({
  link: z.optional(z.boolean()),
  emails: z.optional(z.array(Email).check(z.maxLength(20))),
  phones: z.optional(z.array(AlertPhone).check(z.maxLength(20))),
  kinds: z.optional(z.array(z.enum(alertKinds)).check(z.maxLength(alertKinds.length))),
  threshold: z.optional(wholeFrom(-70, -20, 'Please enter a loudness from -70 to -20 LUFS.')),
  duration: z.optional(wholeFrom(10, 3600, 'Please enter 10 to 3600 seconds.')),
  repeat_minutes: z.optional(wholeFrom(1, 240, 'Please enter 1 to 240 minutes.')),
});

/** The default recipients of a station's reports. */
export const ReportsSettings = z.object({ emails: z.array(z.string()) });
export const ChangedReports = z.object({ emails: z.array(Email).check(z.maxLength(20)) });
