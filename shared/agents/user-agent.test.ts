import { expect, it } from 'vitest';
import { userAgents } from './user-agent.ts';

const { identify } = userAgents();

it.each([
  ['VLC/3.0.20 LibVLC/3.0.20', 'desktop', 'VLC', ''],
  ['VLC/3.5.4 (iPhone; iOS 17.5)', 'phone', 'VLC', 'iOS'],
  ['mpv 0.35.1', 'desktop', 'mpv', ''],
  ['Lavf/59.27.100', 'desktop', 'ffmpeg', ''],
  ['Icecast 2.4.4', 'relay', 'Icecast relay', ''],
  ['WinampMPEG/5.66, Ultravox/2.1', 'desktop', 'Winamp', 'Windows'],
  ['Linux UPnP/1.0 Sonos/79.1-53290 (ZPS27)', 'smart speaker', 'Sonos', 'Linux'],
  ['AlexaMediaPlayer/2.1.4676.0 (Linux;Android 5.1.1) ExoPlayerLib/1.5.9', 'smart speaker', 'Alexa', 'Android'],
  ['AntennaPod/3.4.0', 'phone', 'AntennaPod', 'Android'],
  ['AppleCoreMedia/1.0.0.21F90 (iPhone; U; CPU OS 17_5_1 like Mac OS X; en_us)', 'phone', 'Apple player', 'iOS'],
  ['TuneIn Radio/25.7 (Android 34; SM-S911B; Mobile)', 'phone', 'TuneIn', 'Android'],
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/128.0.0.0 Safari/537.36',
    'web player',
    'Chrome',
    'Windows',
  ],
  [
    'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/128.0.0.0 Mobile Safari/537.36',
    'phone',
    'Chrome',
    'Android',
  ],
  ['Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)', 'bot', '', ''],
  ['MyStationApp/2.1', 'other', '', ''],
  ['curl/7.88.1', 'desktop', 'curl', ''],
  ['', 'other', '', ''],
])('identifies %s as %s (%s)', (userAgent, device, player, os) => {
  expect(identify(userAgent)).toEqual({ device, player, os });
});

it('handles an extremely long user agent', () => {
  expect(identify('x'.repeat(1_000_000)).device).toBe('other');
});
