import {
  secretMask,
  type ChangedSettings,
  type PodcastAdsSettings,
  type PortalSettings,
} from '#contract/api/portal.ts';
import { limits } from '#contract/rules/limits.ts';
import type { Clock, Db } from '#server/kernel/kernel.ts';
import { changeSetting, readSetting } from './settings.repo.ts';

/** How long another process may still use the previous settings, ms. */
const cachedMs = 3000;

/**
 * The portal's general settings including secrets, with defaults for unset ones. Cached for three seconds in this
 * process; a change made in this process clears the cache.
 */
export const portalSettings = async (db: Db): Promise<PortalSettings> => {
  const cached = cache.get(db);
  if (cached && cached.until > performance.now()) return await cached.settings;
  const settings = readSetting(db, 'general').then((stored) => merged(defaults, stored));
  cache.set(db, { settings, until: performance.now() + cachedMs });
  settings.catch(() => cache.delete(db));
  return await settings;
};

/** The settings for display, with secrets masked. */
export const maskedSettings = async (db: Db): Promise<PortalSettings> => masked(await portalSettings(db));

/** Changes only the given settings; a mask sent back leaves its secret unchanged. */
export const changeSettings = async (
  { db, clock }: { db: Db; clock: Clock },
  changes: ChangedSettings,
): Promise<PortalSettings> => {
  await changeSetting(db, 'general', clock.now(), (stored) => merged(stored, withoutMasks(changes)));
  cache.delete(db);
  return await maskedSettings(db);
};

/** Limits for spots in podcasts (spec §2 "Podcast Ads Settings"). */
export const podcastAds = async (db: Db): Promise<PodcastAdsSettings> =>
  merged(podcastAdsDefaults, await readSetting(db, 'podcast_ads'));

export const changePodcastAds = async (
  { db, clock }: { db: Db; clock: Clock },
  settings: PodcastAdsSettings,
): Promise<PodcastAdsSettings> => {
  await changeSetting(db, 'podcast_ads', clock.now(), () => settings);
  return await podcastAds(db);
};

const cache = new WeakMap<Db, { settings: Promise<PortalSettings>; until: number }>();

const noWidget = { script: '', secret: '' };
const defaults: PortalSettings = {
  support_email: '',
  account_creation: 'everyone',
  registration: 'everyone',
  admins_need_second_factor: false,
  trial_days: limits.trialDays,
  listening_days: limits.listeningDays,
  terms_url: '',
  privacy_url: '',
  chat_widgets: { primary: noWidget, secondary: noWidget },
  grace_days: 14,
  hold_after_trial: false,
  seller: { name: '', address: '', country: '', vatid: '' },
  referral: { url: '', token: '' },
};
const podcastAdsDefaults: PodcastAdsSettings = {
  enabled: false,
  pre_roll: 1,
  mid_roll: 2,
  post_roll: 1,
  minutes_between: 10,
  opt_out_allowed: true,
  cpm: 40,
};

/** Merges `changes` into `base`, recursively for objects. */
const merged = <T extends object>(base: T, changes: object): T => {
  const result = { ...base } as Record<string, unknown>;
  for (const [name, value] of Object.entries(changes)) {
    const before = result[name];
    result[name] = isObject(value) ? merged(isObject(before) ? before : {}, value) : value;
  }
  return result as T;
};
const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const withoutMasks = <T extends object>(changes: T): T =>
  Object.fromEntries(
    Object.entries(changes)
      .filter(([, value]) => value !== undefined && value !== secretMask)
      .map(([name, value]) => [name, isObject(value) ? withoutMasks(value) : (value as unknown)]),
  ) as T;

const masked = (settings: PortalSettings): PortalSettings => {
  const { primary, secondary } = settings.chat_widgets;
  const hide = (secret: string) => (secret === '' ? '' : secretMask);
  return {
    ...settings,
    chat_widgets: {
      primary: { ...primary, secret: hide(primary.secret) },
      secondary: { ...secondary, secret: hide(secondary.secret) },
    },
    referral: { ...settings.referral, token: hide(settings.referral.token) },
  };
};
