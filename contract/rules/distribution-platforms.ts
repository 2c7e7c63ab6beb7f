/**
 * How to check whether a podcast is listed: by the directory's public search, its oEmbed, or the listing's own page.
 */
export type ListingCheck =
  | { by: 'search'; search: string; lookup: string; listing: string }
  | { by: 'oembed'; address: string }
  /** `byFeed`, `byApple`: URLs that lead to the listing of a feed, or of an Apple Podcasts ID. */
  | { by: 'page'; needsScript?: true; byFeed?: string; byApple?: string };

/** A podcast directory or app. `{feed}`, `{title}`, `{id}` and `{url}` are placeholders for the podcast's values. */
export type DistributionPlatform = {
  id: string;
  name: string;
  /** The submission page, with the feed URL filled in if the platform supports it. */
  submit: string;
  /** It lists what Apple Podcasts lists; there is no submission. */
  followsApple?: true;
  /** Instructions for the user. */
  how: string;
  /** Hosts of listings, subdomains included; a trailing `*` stands for any country's ending. */
  hosts: readonly string[];
  /** How the path of a listing begins. */
  path: RegExp;
  /** An example of a listing URL. */
  example: string;
  check: ListingCheck;
};

const feedReady = 'Sign in, paste the feed URL and confirm.';
const codeToOwner = 'Paste the feed URL; a code is sent to the owner’s e-mail address in the feed.';

/** Podcast directories, by number of listeners. */
export const distributionPlatforms: readonly DistributionPlatform[] = [
  {
    id: 'apple',
    name: 'Apple Podcasts',
    submit: 'https://podcastsconnect.apple.com/my-podcasts/new-feed?submitfeed={feed}',
    how: 'Sign in to Podcasts Connect; the feed is filled in. Review takes up to two days.',
    hosts: ['podcasts.apple.com', 'itunes.apple.com'],
    path: /\/id\d+/,
    example: 'https://podcasts.apple.com/us/podcast/name/id1234567890',
    check: {
      by: 'search',
      search: 'https://itunes.apple.com/search?media=podcast&entity=podcast&limit=200&term={title}',
      lookup: 'https://itunes.apple.com/lookup?entity=podcast&id={id}',
      listing: 'https://podcasts.apple.com/podcast/id{id}',
    },
  },
  {
    id: 'spotify',
    name: 'Spotify',
    submit: 'https://creators.spotify.com/dash/submit',
    how: `${codeToOwner} It is listed within hours.`,
    hosts: ['open.spotify.com'],
    path: /^\/(intl-\w+\/)?show\/\w+/,
    example: 'https://open.spotify.com/show/4rOoJ6Egrf8K2IrywzwOMk',
    check: { by: 'oembed', address: 'https://open.spotify.com/oembed?url={url}' },
  },
  {
    id: 'youtube',
    name: 'YouTube Music',
    submit: 'https://studio.youtube.com/channel/content/podcasts',
    how: 'In YouTube Studio choose “New podcast”, then “Submit RSS feed”.',
    hosts: ['music.youtube.com', 'www.youtube.com', 'youtube.com'],
    path: /^\/(playlist\?(.*&)?list=|browse\/)[\w-]+/,
    example: 'https://music.youtube.com/playlist?list=PLrAXtmErZgOeiKm4sgNOknGvNjby9efdf',
    check: { by: 'oembed', address: 'https://www.youtube.com/oembed?format=json&url={url}' },
  },
  {
    id: 'amazon',
    name: 'Amazon Music and Audible',
    submit: 'https://podcasters.amazon.com/',
    how: codeToOwner,
    hosts: ['music.amazon.*', 'www.audible.*', 'audible.*'],
    path: /^\/(podcasts|pd|podcast)\/[\w-]+/,
    example: 'https://music.amazon.com/podcasts/0f0b6c2e-0000-0000-0000-000000000000',
    check: { by: 'page', needsScript: true },
  },
  {
    id: 'iheart',
    name: 'iHeartRadio',
    submit: 'https://podcasters.iheart.com/',
    how: feedReady,
    hosts: ['www.iheart.com', 'iheart.com'],
    path: /^\/podcast\/[\w-]+/,
    example: 'https://www.iheart.com/podcast/269-name-12345678/',
    check: { by: 'page' },
  },
  {
    id: 'tunein',
    name: 'TuneIn',
    submit: 'https://help.tunein.com/contact/add-podcast-S19TR3Sdf',
    how: 'Fill in the form with the feed URL. You will get a reply by e-mail.',
    hosts: ['tunein.com'],
    path: /^\/(podcasts|radio)\/[^/]+/,
    example: 'https://tunein.com/podcasts/Music/Name-p1234567/',
    check: { by: 'page' },
  },
  {
    id: 'deezer',
    name: 'Deezer',
    submit: 'https://podcasters.deezer.com/submission',
    how: codeToOwner,
    hosts: ['www.deezer.com', 'deezer.com'],
    path: /^\/(\w\w\/)?show\/\d+/,
    example: 'https://www.deezer.com/show/1234567',
    check: { by: 'page' },
  },
  {
    id: 'pocketcasts',
    name: 'Pocket Casts',
    submit: 'https://pocketcasts.com/submit/',
    how: 'Paste the feed URL and choose “Public”. The link to the listing appears immediately.',
    hosts: ['pca.st', 'pocketcasts.com', 'play.pocketcasts.com'],
    path: /^\/\w+/,
    example: 'https://pca.st/abcd1234',
    check: { by: 'page', byApple: 'https://pca.st/itunes/{id}' },
  },
  {
    id: 'overcast',
    name: 'Overcast',
    submit: 'https://overcast.fm/podcasterinfo',
    followsApple: true,
    how: 'No submission needed: what is on Apple Podcasts appears within a few days.',
    hosts: ['overcast.fm'],
    path: /^\/(itunes\d+|p\d+)/,
    example: 'https://overcast.fm/itunes1234567890',
    check: { by: 'page', byApple: 'https://overcast.fm/itunes{id}' },
  },
  {
    id: 'castbox',
    name: 'Castbox',
    submit: 'https://helpcenter.castbox.fm/portal/kb/articles/submit-my-podcast',
    how: 'Follow the steps there with the feed URL; most feeds are found automatically.',
    hosts: ['castbox.fm'],
    path: /^\/(channel|va)\/[^/]+/,
    example: 'https://castbox.fm/channel/id1234567',
    check: { by: 'page' },
  },
  {
    id: 'podcastaddict',
    name: 'Podcast Addict',
    submit: 'https://podcastaddict.com/submit',
    how: 'Paste the feed URL.',
    hosts: ['podcastaddict.com'],
    path: /^\/(podcast|feed)\/.+/,
    example: 'https://podcastaddict.com/podcast/name/1234567',
    check: { by: 'page', byFeed: 'https://podcastaddict.com/feed/{feed}' },
  },
  {
    id: 'podchaser',
    name: 'Podchaser',
    submit: 'https://www.podchaser.com/add',
    how: 'Sign in and paste the feed URL.',
    hosts: ['www.podchaser.com', 'podchaser.com'],
    path: /^\/podcasts\/[\w-]+/,
    example: 'https://www.podchaser.com/podcasts/name-1234567',
    check: { by: 'page' },
  },
  {
    id: 'playerfm',
    name: 'Player FM',
    submit: 'https://player.fm/importer/feed',
    how: 'Paste the feed URL.',
    hosts: ['player.fm'],
    path: /^\/series\/[\w-]+/,
    example: 'https://player.fm/series/name-1234567',
    check: { by: 'page' },
  },
  {
    id: 'podcastindex',
    name: 'Podcast Index',
    submit: 'https://podcastindex.org/add?feed={feed}',
    how: 'The feed URL is filled in; confirm it. Fountain, Podverse, TrueFans and many more use this index.',
    hosts: ['podcastindex.org'],
    path: /^\/podcast\/\d+/,
    example: 'https://podcastindex.org/podcast/1234567',
    check: { by: 'page', needsScript: true },
  },
  {
    id: 'goodpods',
    name: 'Goodpods',
    submit: 'https://goodpods.com/podcasters',
    followsApple: true,
    how: 'No submission needed: what is on Apple Podcasts appears automatically. You can claim yours.',
    hosts: ['goodpods.com', 'www.goodpods.com', 'goodpods.app.link'],
    path: /^\/.+/,
    example: 'https://goodpods.com/podcasts/name-123456',
    check: { by: 'page' },
  },
  {
    id: 'jiosaavn',
    name: 'JioSaavn',
    submit: 'https://yourcast.jiosaavn.com/',
    how: feedReady,
    hosts: ['www.jiosaavn.com', 'jiosaavn.com'],
    path: /^\/shows\/[^/]+/,
    example: 'https://www.jiosaavn.com/shows/name/1/AbCdEfGh_',
    check: { by: 'page' },
  },
  {
    id: 'gaana',
    name: 'Gaana',
    submit: 'https://gaana.com/podcast',
    how: 'Ask Gaana’s partner team to add the feed.',
    hosts: ['gaana.com'],
    path: /^\/(podcast|song)\/[^/]+/,
    example: 'https://gaana.com/podcast/name-season-1',
    check: { by: 'page' },
  },
  {
    id: 'castro',
    name: 'Castro',
    submit: 'https://castro.fm/support/link-to-your-podcast-in-castro',
    followsApple: true,
    how: 'No submission needed: what is on Apple Podcasts appears automatically.',
    hosts: ['castro.fm'],
    path: /^\/(itunes|podcast)\/[\w-]+/,
    example: 'https://castro.fm/itunes/1234567890',
    check: { by: 'page', byApple: 'https://castro.fm/itunes/{id}' },
  },
];

/** A platform's URL with its placeholders filled in. */
export const fillUrlTemplate = (template: string, values: Readonly<Record<string, string>>): string =>
  template.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(values[name] ?? ''));

/** Whether a URL can be a listing of this platform: https, one of its hosts, and a matching path. */
export const isListingOf = (platform: DistributionPlatform, address: string): boolean => {
  const url = URL.parse(address);
  if (!url || url.protocol !== 'https:' || url.port !== '' || url.username !== '') return false;
  return platform.hosts.some((host) => isHost(url.hostname, host)) && platform.path.test(url.pathname + url.search);
};

const isHost = (hostname: string, host: string): boolean => {
  if (!host.endsWith('.*')) return hostname === host;
  const base = host.slice(0, -1);
  return hostname.startsWith(base) && /^(com|co|com?\.\w\w|\w\w)$/.test(hostname.slice(base.length));
};
