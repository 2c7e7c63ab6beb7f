import { AccountKey, CampaignKey, EpisodeKey, PlayerKey, PodcastKey, StationKey } from '#contract/keys.ts';
import { mayDo, type Action, type Role } from '#contract/permissions.ts';

/** A page: its route, and the keys in its URL. */
export type PageRequest = { route: string; params: Readonly<Record<string, string | undefined>> };
export type AccessResult = 'open' | 'forbidden' | 'badRequest';

/**
 * The action each page requires (spec §2 "Access rule per route"). The longest matching prefix of the route applies;
 * '*' is any signed-in user.
 */
const pages: Readonly<Record<string, Action | '*'>> = {
  '/': '*',
  '/accounts': '*',
  '/accounts/create': 'user.createAccount',
  '/accounts/$accountKey': 'account.read',
  '/accounts/$accountKey/people': 'account.readPeople',
  '/accounts/$accountKey/analytics': 'account.readAnalytics',
  '/accounts/$accountKey/settings': 'account.read',
  '/accounts/$accountKey/upgrade': 'account.readPlan',
  '/accounts/$accountKey/subscriptions': 'account.readPlan',
  '/accounts/$accountKey/advertising': 'account.readCampaigns',
  '/accounts/$accountKey/advertising/create': 'account.writeCampaigns',
  '/accounts/$accountKey/advertising/$campaignId/edit': 'account.writeCampaigns',
  '/accounts/$accountKey/advertising/requests/create': 'account.requestAdvertising',
  '/accounts/$accountKey/embedding': 'account.readPlayers',
  '/accounts/$accountKey/embedding/players/create': 'account.writePlayers',
  '/accounts/$accountKey/microsite': 'account.readSite',
  '/accounts/$accountKey/embedding/players/$playerKey/numbers': 'account.readAnalytics',
  '/accounts/$accountKey/finance': 'account.readFinance',
  '/accounts/$accountKey/stations/create': 'account.createStation',
  '/accounts/$accountKey/stations/$stationKey': 'station.read',
  '/accounts/$accountKey/stations/$stationKey/autodj': 'station.playout',
  '/accounts/$accountKey/stations/$stationKey/library': 'station.readLibrary',
  '/accounts/$accountKey/stations/$stationKey/analytics': 'station.readAnalytics',
  '/accounts/$accountKey/stations/$stationKey/logger': 'station.readLog',
  '/accounts/$accountKey/stations/$stationKey/presenters': 'station.readPresenters',
  '/accounts/$accountKey/stations/$stationKey/studio': 'station.goLive',
  '/accounts/$accountKey/stations/$stationKey/automation': 'station.readSettings',
  '/accounts/$accountKey/stations/$stationKey/ctl': 'station.readSettings',
  '/accounts/$accountKey/stations/$stationKey/settings': 'station.readSettings',
  '/accounts/$accountKey/stations/$stationKey/settings/advanced': 'station.delete',
  '/accounts/$accountKey/stations/$stationKey/breaks': 'station.readAds',
  '/accounts/$accountKey/stations/$stationKey/relays': 'station.readSettings',
  '/accounts/$accountKey/stations/$stationKey/widget': 'station.readSettings',
  '/accounts/$accountKey/stations/$stationKey/widget/player/numbers': 'station.readAnalytics',
  '/accounts/$accountKey/stations/$stationKey/settings/people': 'station.readPeople',
  '/accounts/$accountKey/podcasts': 'account.readPodcasts',
  '/accounts/$accountKey/podcasts/create': 'account.createPodcast',
  '/accounts/$accountKey/stations/$stationKey/podcasts/create': 'station.createPodcast',
  '/accounts/$accountKey/stations/$stationKey/podcasts/$podcastKey/settings': 'podcast.update',
  '/accounts/$accountKey/stations/$stationKey/podcasts/$podcastKey/analytics': 'podcast.readAnalytics',
  '/onboarding/$accountKey/plan': 'account.readPlan',
  '/onboarding/$accountKey/station': 'account.createStation',
  '/onboarding/account': 'user.createAccount',
  '/onboarding/$accountKey': 'account.read',
  '/portal': 'portal.read',
  '/portal/people': 'portal.readPeople',
  '/portal/audit': 'portal.readAudit',
};

/** The action that a page requires. */
export const requiredActionOf = (route: string): Action | '*' => {
  const path = route.length > 1 ? route.replace(/\/$/, '') : route;
  const isPrefix = (page: string): boolean => path === page || path.startsWith(page === '/' ? page : `${page}/`);
  const longest = Object.keys(pages)
    .filter(isPrefix)
    .sort((a, b) => b.length - a.length)[0];
  return longest === undefined ? '*' : (pages[longest] ?? '*');
};

const keys = {
  accountKey: AccountKey,
  stationKey: StationKey,
  podcastKey: PodcastKey,
  episodeKey: EpisodeKey,
  campaignId: CampaignKey,
  playerKey: PlayerKey,
};

/** Whether a user with these roles may see the page; a malformed key makes it a bad request. */
export const checkAccess = ({ route, params }: PageRequest, roles: readonly Role[]): AccessResult => {
  const isMalformed = Object.entries(keys).some(
    ([name, key]) => params[name] !== undefined && !key.safeParse(params[name]).success,
  );
  if (isMalformed) return 'badRequest';
  const action = requiredActionOf(route);
  return action === '*' || mayDo(action, roles) ? 'open' : 'forbidden';
};
