import * as z from 'zod/mini';

/** What a key identifies. It is also the first half of every action (`station.suspend`). */
export type Resource = 'account' | 'station' | 'podcast' | 'episode' | 'track' | 'player' | 'campaign';

/** Key schemas have their resource at run time too, so that tests can find every key in a request. */
export const keyRegistry = z.registry<{ resource: Resource }>();

/** The key of one kind of resource. */
type Key<R extends Resource> = string & { readonly keyOf: R };

/** The first letter of each resource's keys. */
export const keyPrefix: Record<Resource, string> = {
  account: 'a',
  station: 's',
  podcast: 'p',
  episode: 'e',
  track: 't',
  player: 'y',
  campaign: 'c',
};

/** An opaque, unguessable key: its letter, a dash, 22 characters of base58 (128 bits). */
const patternOf = (resource: Resource): RegExp => new RegExp(`^${keyPrefix[resource]}-[1-9A-HJ-NP-Za-km-z]{22}$`);

/** Whether this is written as the keys of a resource are; whether there is one only the portal knows. */
export const isKeyOf = (resource: Resource, written: string): boolean => patternOf(resource).test(written);

const keyOf = <R extends Resource>(resource: R) => {
  const schema = z.string().check(z.regex(patternOf(resource), `Not the key of ${resource}.`));
  return schema.register(keyRegistry, { resource }) as unknown as z.ZodMiniType<Key<R>, string>;
};

export const AccountKey = keyOf('account');
export const StationKey = keyOf('station');
export const PodcastKey = keyOf('podcast');
export const EpisodeKey = keyOf('episode');
export const TrackKey = keyOf('track');
export const PlayerKey = keyOf('player');
export const CampaignKey = keyOf('campaign');

export type AccountKey = z.infer<typeof AccountKey>;
export type StationKey = z.infer<typeof StationKey>;
export type PodcastKey = z.infer<typeof PodcastKey>;
export type EpisodeKey = z.infer<typeof EpisodeKey>;
export type TrackKey = z.infer<typeof TrackKey>;
export type PlayerKey = z.infer<typeof PlayerKey>;
export type CampaignKey = z.infer<typeof CampaignKey>;

/** The type of each resource's key. */
export type KeyTypes = {
  account: AccountKey;
  station: StationKey;
  podcast: PodcastKey;
  episode: EpisodeKey;
  track: TrackKey;
  player: PlayerKey;
  campaign: CampaignKey;
};
