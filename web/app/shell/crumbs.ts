export type Crumb = { text: string; path: string };
type Name = (key: string) => string | undefined;
export type Names = { account: Name; station: Name; podcast: Name; episode: Name };
/** The brand's wording. */
export type Nouns = { AutoDJ: string; Podcast: string; Podcasts: string };

const labels: Readonly<Record<string, string>> = {
  accounts: 'Accounts',
  stations: 'Stations',
  create: 'Create',
  analytics: 'Analytics',
  streaming: 'Streaming',
  live: 'Live',
  raw: 'Raw data',
  reports: 'Scheduled reports',
  ctl: 'Call-in',
  app: 'App',
  'sound-exchange-reports': 'SoundExchange reports',
  profile: 'Profile',
  settings: 'Settings',
  people: 'Team',
  stream: 'Stream',
  info: 'Station info',
  ads: 'Authorized Digital Sellers',
  'audio-ads': 'Audio ads',
  approvals: 'Approvals',
  breaks: 'Breaks',
  advertising: 'Advertising',
  requests: 'Requests',
  report: 'Report',
  'ad-requests': 'Advertising requests',
  finance: 'Finance',
  'ad-invoices': 'Advertising invoices',
  'ad-servers': 'Ad servers',
  alerts: 'Monitoring Alerts',
  listeners: 'Listeners',
  advanced: 'Advanced',
  widget: 'Widget',
  players: 'Players',
  microsite: 'Microsite',
  editor: 'Editor',
  domains: 'Domains & ads.txt',
  player: 'Player',
  relays: 'Relays',
  library: 'Library',
  lines: 'Lines',
  logger: 'Logger',
  presenters: 'Presenters',
  studio: 'Studio',
  automation: 'Automation',
  rotation: 'Rotation',
  schedule: 'Schedule',
  jingles: 'Jingles',
  rules: 'Playback rules',
  log: 'Log',
  deleted: 'Deleted',
  upgrade: 'Plan',
  subscriptions: 'Subscriptions',
  billing: 'Billing',
  'promo-codes': 'Promo codes',
  payments: 'Payments',
  onboarding: 'Welcome',
  plan: 'Plan',
  account: 'Account',
  station: 'Station',
  share: 'Share',
  invitations: 'Invitation',
  limits: 'Limits',
  invoice: 'Invoice settings',
  applications: 'Applications',
  archive: 'Legacy Plans',
  portal: 'Portal',
  notifications: 'Notifications',
  changelog: 'Changelog',
  posts: 'Posts',
  partners: 'Partners',
  audit: 'Audit log',
  edit: 'Edit',
  episodes: 'Episodes',
  recording: 'Recording',
  distribute: 'Distribution',
  'ad-settings': 'Ad settings',
  full: 'Everything',
  rss: 'RSS',
  import: 'Import',
};
/** Path segments without a page. */
const pageless = new Set(['profile', 'onboarding']);

/** Settings have a page for accounts but not for stations; analytics the other way round. */
const isPageless = (segments: readonly string[], i: number): boolean => {
  const [segment, isBelowStation] = [segments[i] ?? '', segments[i - 2] === 'stations'];
  if (i === segments.length - 1) return false;
  if (segment === 'analytics') return !isBelowStation;
  return pageless.has(segment) || (segment === 'settings' && isBelowStation);
};

/** Whether a path segment is a key, not the name of a page. */
const isKey = (segment: string, letter: string): boolean => segment.startsWith(`${letter}-`);

/**
 * The crumbs of a path, after the home link: keys become names, the last crumb is the current page. Ancestors that the
 * navigation shows (the accounts, the account, its stations) are left out, and the station too if two crumbs follow it.
 */
export const crumbsOf = (pathname: string, names: Names, nouns: Nouns): Crumb[] => {
  const crumbs = allCrumbsOf(pathname, names, nouns);
  const [accounts, account, stations, station] = pathname.split('/').filter(Boolean);
  if (accounts !== 'accounts' || account === undefined || account === 'create') return crumbs;
  const isStation = stations === 'stations' && station !== undefined && !isPageOfStations(station);
  const stationAt = 3;
  const from = isStation ? stationAt + (crumbs.length > stationAt + 2 ? 1 : 0) : 2;
  return crumbs.slice(Math.min(from, crumbs.length - 1));
};
const isPageOfStations = (segment: string): boolean => segment === 'create' || segment === 'deleted';

const allCrumbsOf = (pathname: string, names: Names, nouns: Nouns): Crumb[] => {
  const segments = pathname.split('/').filter(Boolean);
  const crumbs: Crumb[] = [];
  segments.forEach((segment, i) => {
    const before = segments[i - 1];
    const path = `/${segments.slice(0, i + 1).join('/')}`;
    if (isPageless(segments, i)) return;
    if (before === 'posts' && segment !== 'create') return;
    if (before === 'raw' && segment === 'archive') crumbs.push({ text: 'Archive', path });
    else if (before === 'partners' && segment !== 'create') crumbs.push({ text: segment, path });
    else if (before === 'accounts' && segment !== 'create')
      crumbs.push({ text: names.account(segment) ?? 'Account', path });
    else if (before === 'stations' && !isPageOfStations(segment))
      crumbs.push({ text: names.station(segment) ?? 'Station', path });
    else if (before === 'podcasts' && isKey(segment, 'p'))
      crumbs.push({ text: names.podcast(segment) ?? nouns.Podcast, path });
    else if (before === 'players' && isKey(segment, 'y')) crumbs.push({ text: 'Player', path });
    else if (before === 'episodes' && isKey(segment, 'e'))
      crumbs.push({ text: names.episode(segment) ?? 'Episode', path });
    else if (segment === 'ctl' && before !== 'analytics')
      crumbs.push({ text: before === 'portal' ? 'Call-to-listen' : 'Call-To-Listen', path });
    else if (before === 'portal' && segment === 'people') crumbs.push({ text: 'People', path });
    else if (before === 'finance') crumbs.push({ text: segment === 'invoice' ? 'Create invoice' : 'Revenue', path });
    else if (segment === 'autodj') crumbs.push({ text: nouns.AutoDJ, path });
    else if (before === 'raw' && segment === 'podcasts') crumbs.push({ text: `${nouns.Podcasts} raw`, path });
    else if (segment === 'ads-settings') crumbs.push({ text: `${nouns.Podcast} Ads Settings`, path });
    else if (segment === 'podcasts') crumbs.push({ text: nouns.Podcasts, path });
    else if (segment in labels) crumbs.push({ text: labels[segment] ?? segment, path });
  });
  return crumbs;
};
