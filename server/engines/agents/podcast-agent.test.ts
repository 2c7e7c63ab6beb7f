import { expect, it } from 'vitest';
import { podcastAgents } from './podcast-agent.ts';

const { identify } = podcastAgents();

it.each([
  ['Podcasts/1650.20 CFNetwork/1333.0.4 Darwin/21.5.0', 'app', 'Apple Podcasts', 'phone', 'iOS'],
  ['AppleCoreMedia/1.0.0.20H18 (iPhone; U; CPU OS 16_7 like Mac OS X; en_us)', 'app', 'Apple player', 'phone', 'iOS'],
  ['Podcasts/1550.1 watchOS/8.5 model/Watch6,2 build/19T242 (6; dt:250)', 'watch', 'Apple Watch', 'other', 'watchOS'],
  ['atc/1.0 watchOS/7.6.2 model/Watch5,9 hwp/t8006 build/18U80', 'watch', 'Apple Watch', 'other', 'watchOS'],
  ['Spotify/8.9.10 Android/33 (Pixel 7)', 'app', 'Spotify', 'phone', 'Android'],
  ['Spotify/1.0', 'bot', 'Spotify crawler', 'bot', ''],
  ['Overcast/3.0 (+http://overcast.fm/; iOS podcast app)', 'app', 'Overcast', 'phone', 'iOS'],
  ['PodcastAddict/v5 (+https://podcastaddict.com/; Android podcast app)', 'app', 'Podcast Addict', 'phone', 'Android'],
  ['AlexaMediaPlayer/2.1 (Linux;Android 5.1.1) ExoPlayerLib/1.5.9', 'app', 'Alexa', 'smart speaker', 'Android'],
  ['AmazonMusic/24.1 iOS/17', 'app', 'Amazon Music', 'phone', 'iOS'],
  ['Amazon Music Podcast', 'bot', 'Amazon Music crawler', 'bot', ''],
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/128.0.0.0 Safari/537.36',
    'app',
    'Chrome',
    'desktop',
    'Windows',
  ],
  ['Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)', 'bot', 'Googlebot', 'bot', ''],
  ['facebookexternalhit/1.1', 'bot', 'Facebook crawler', 'bot', ''],
  ['python-requests/2.31', 'bot', 'Program', 'bot', ''],
  ['Fancy App/2.0', 'app', 'Fancy App', 'other', ''],
  ['', 'bot', 'No user agent', 'bot', ''],
])('identifies %s as %s: %s', (userAgent, kind, app, device, os) => {
  expect(identify(userAgent)).toEqual({ kind, app, device, os });
});

it('handles an extremely long user agent', () => {
  expect(identify('x'.repeat(1_000_000)).app).toBe('Unknown');
});
