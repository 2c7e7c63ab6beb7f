import { wording } from '#brand/wording.ts';

/** A page of a station or an account; `fields` are its settings, each with the name that focuses it and further words. */
export type PlacePage = {
  /** Below the station's or the account's path; '' is its first page. */
  path: string;
  label: string;
  keywords?: readonly string[];
  fields?: readonly (readonly [name: string, label: string, ...words: string[]])[];
};

/** Every page of a station; web/app/palette-pages.test.ts compares it with the routes. */
export const stationPages: readonly PlacePage[] = [
  { path: '', label: 'Overview', keywords: ['encoder settings', 'stream url', 'server', 'start', 'stop'] },
  { path: '/autodj', label: wording.AutoDJ, keywords: ['playlist', 'music', 'upload', 'tracks'] },
  { path: '/autodj/schedule', label: 'Schedule', keywords: ['day parts', 'week'] },
  { path: '/autodj/jingles', label: 'Jingles', keywords: ['sweepers', 'station id'] },
  { path: '/autodj/rules', label: 'Rotation rules', keywords: ['separation', 'artist', 'repeat'] },
  { path: '/autodj/log', label: 'Playback log', keywords: ['why did this play', 'history', 'played'] },
  { path: '/library', label: 'Library', keywords: ['media', 'tracks', 'files', 'metadata'] },
  { path: '/podcasts', label: wording.Podcasts, keywords: ['episodes', 'feed'] },
  { path: '/podcasts/create', label: `Create ${wording.podcast}`, keywords: ['new', 'add'] },
  { path: '/analytics', label: 'Streaming analytics', keywords: ['listeners', 'statistics', 'numbers'] },
  { path: '/analytics/live', label: 'Live analytics', keywords: ['listeners now', 'map', 'countries'] },
  { path: '/analytics/raw', label: 'Raw data', keywords: ['sessions', 'csv', 'export'] },
  { path: '/analytics/raw/archive', label: 'Raw data archive', keywords: ['months', 'download'] },
  { path: '/analytics/ctl', label: 'Call-in analytics', keywords: ['calls', 'phone'] },
  { path: '/analytics/reports', label: 'Scheduled reports', keywords: ['e-mail', 'shared links', 'mail'] },
  { path: '/logger', label: 'Logger', keywords: ['recordings', 'archive', 'listen again'] },
  { path: '/breaks', label: 'Breaks', keywords: ['spots', 'advertising', 'ads'] },
  { path: '/automation', label: 'Automation', keywords: ['libretime'] },
  { path: '/ctl', label: 'Call-To-Listen', keywords: ['phone number', 'welcome prompt'] },
  { path: '/relays', label: 'Relays', keywords: ['rebroadcast', 'mirror'] },
  {
    path: '/widget',
    label: 'Widget: profile',
    keywords: ['public profile', 'social media'],
    fields: [
      ['site_url', 'Site URL'],
      ['website', 'Website'],
      ['about', 'About the station'],
    ],
  },
  { path: '/widget/player', label: 'Widget: player', keywords: ['embed', 'website'] },
  {
    path: '/settings/stream',
    label: 'Stream settings',
    keywords: ['encoder', 'mount password', 'fail-over'],
    fields: [
      ['streamname', 'Mount point', 'stream name', 'url'],
      ['media_type', 'Output', 'mp3', 'aac', 'codec', 'format'],
      ['bitrate', 'Bit rate', 'kbit', 'quality'],
      ['sample_rate', 'Sample rate', 'khz'],
      ['radio_server_settings.burst', 'Burst buffer', 'latency', 'delay'],
      ['radio_server_settings.low_bitrate', 'Low-data stream', 'mobile'],
      ['radio_server_settings.allow_secure', 'HTTPS URLs', 'tls', 'certificate'],
      ['radio_server_settings.hls', 'HLS', 'segments', 'm3u8'],
      ['radio_server_settings.metadata', 'Default title', 'metadata'],
      ['radio_server_settings.stream_id', 'Stream ID', 'shoutcast'],
    ],
  },
  {
    path: '/settings/listeners',
    label: 'Listener settings',
    keywords: ['geo blocking', 'ip blocking', 'limits'],
    fields: [
      ['max_listeners', 'Listener limit', 'maximum'],
      ['max_per_address', 'Listeners per IP address', 'limit'],
      ['show_listeners', 'Show listener count publicly'],
      ['country_mode', 'Countries that may listen', 'geo blocking'],
      ['blocked_networks', 'Blocked addresses', 'ip', 'ban'],
      ['allowed_networks', 'Allowed addresses', 'ip', 'whitelist'],
    ],
  },
  {
    path: '/settings/info',
    label: 'Station info',
    keywords: ['logo', 'background', 'picture'],
    fields: [
      ['name', 'Station name'],
      ['description', 'Station description'],
      ['category', 'Category', 'genre'],
      ['country', 'Country'],
      ['default_timezone', 'Time zone', 'clock'],
      ['pretty_url', 'Page URL', 'slug', 'address'],
      ['public', 'Publish the station’s page', 'directories', 'listed'],
      ['show_tracks_playing', 'Show which track is playing', 'now playing'],
    ],
  },
  { path: '/settings/people', label: 'Station team', keywords: ['people', 'staff', 'invite', 'roles'] },
  { path: '/settings/ads', label: 'Authorized Digital Sellers', keywords: ['ads.txt'] },
  { path: '/settings/audio-ads', label: 'Audio ads', keywords: ['spots', 'agreement', 'advertising'] },
  { path: '/settings/audio-ads/approvals', label: 'Approve campaigns', keywords: ['spots', 'advertising'] },
  { path: '/settings/alerts', label: 'Monitoring Alerts', keywords: ['silence', 'dead air', 'e-mail', 'sms'] },
  { path: '/settings/subscriptions', label: 'Station subscriptions', keywords: ['plan', 'add-ons', 'billing'] },
  {
    path: '/settings/advanced',
    label: 'Advanced settings',
    keywords: ['suspend', 'reactivate', 'delete station', 'transfer'],
  },
];

/** Every page of an account but those of its stations and podcasts. */
export const accountPages: readonly PlacePage[] = [
  { path: '', label: 'Account dashboard', keywords: ['overview', 'home'] },
  { path: '/stations', label: 'Stations' },
  { path: '/stations/create', label: 'Create station', keywords: ['new', 'add'] },
  { path: '/stations/deleted', label: 'Deleted stations', keywords: ['restore', 'undelete'] },
  { path: '/people', label: 'Team', keywords: ['people', 'invite', 'roles', 'members'] },
  { path: '/analytics/streaming', label: 'Streaming analytics', keywords: ['listeners', 'statistics', 'report'] },
  { path: '/analytics/live', label: 'Listeners now', keywords: ['live', 'countries', 'map'] },
  { path: '/analytics/podcasts', label: `${wording.Podcast} analytics`, keywords: ['downloads'] },
  { path: '/analytics/podcasts/full', label: `${wording.Podcast} analytics: everything`, keywords: ['downloads'] },
  { path: '/analytics/raw', label: 'Raw data', keywords: ['sessions', 'csv', 'export'] },
  { path: '/analytics/raw/archive', label: 'Raw data archive', keywords: ['months', 'download'] },
  { path: '/analytics/raw/podcasts', label: `${wording.Podcasts} raw data`, keywords: ['requests', 'downloads'] },
  { path: '/analytics/ctl', label: 'Call-in analytics', keywords: ['calls', 'phone'] },
  { path: '/analytics/app', label: 'App analytics', keywords: ['ios', 'android', 'mobile'] },
  { path: '/analytics/sound-exchange-reports', label: 'SoundExchange', keywords: ['royalty', 'report of use'] },
  { path: '/analytics/reports', label: 'Scheduled reports', keywords: ['e-mail', 'shared links', 'mail'] },
  { path: '/advertising', label: 'Campaigns', keywords: ['advertising', 'spots', 'ads'] },
  { path: '/advertising/create', label: 'Create campaign', keywords: ['new', 'advertising'] },
  { path: '/advertising/requests', label: 'Advertising requests', keywords: ['ads', 'book'] },
  { path: '/advertising/requests/create', label: 'Request advertising', keywords: ['ads', 'book', 'new'] },
  { path: '/advertising/ad-servers', label: 'Ad servers', keywords: ['vast', 'advertising'] },
  { path: '/finance/analytics', label: 'Revenue', keywords: ['finance', 'money', 'earnings'] },
  { path: '/finance/invoice', label: 'Create invoice', keywords: ['finance', 'statement'] },
  { path: '/embedding/players', label: 'Players', keywords: ['embed', 'website'] },
  { path: '/embedding/players/create', label: 'Create player', keywords: ['new', 'embed'] },
  { path: '/upgrade', label: 'Plans', keywords: ['upgrade', 'price', 'subscription'] },
  { path: '/subscriptions/account', label: 'Subscription', keywords: ['plan', 'trial', 'cancel'] },
  { path: '/subscriptions/billing', label: 'Billing', keywords: ['invoices', 'card', 'payment'] },
  { path: '/subscriptions/archive', label: 'Legacy Plans', keywords: ['archive', 'subscription'] },
  {
    path: '/settings',
    label: 'Account info',
    keywords: ['company', 'logo', 'vat', 'settings', 'delete account'],
  },
  { path: '/settings/limits', label: 'Account limits', keywords: ['custom limits', 'tracks', 'bit rate'] },
  { path: '/settings/invoice', label: 'Invoice settings', keywords: ['cpm', 'reference'] },
  { path: '/settings/applications', label: 'Applications', keywords: ['app', 'ios', 'android', 'key'] },
];
