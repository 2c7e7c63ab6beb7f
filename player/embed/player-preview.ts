import type { EmbedStation } from '#contract/api/embed.ts';
import type { NowPlaying } from '#contract/api/live.ts';
import type { PlayerPreview, PreviewState } from '#contract/api/player.ts';
import { embedColours } from '../../contract/api/embed-colours.ts';

/* Loaded by a player in the portal's preview: shows settings that are not saved, and states that the station is not in. */

const primary = (document.documentElement.dataset['primary'] ?? '').split(' ');

const show = ({ preview, state, dir }: PlayerPreview): void => {
  const frame = window.radioFrame;
  if (!frame) return;
  const { data, shown } = frame;
  const { name, stations, ...settings } = preview;
  const known = new Map(data.stations.map((station) => [station.key, station]));
  Object.assign(data.settings, settings);
  data.name = name;
  data.stations = stations.map(
    (station) => known.get(station.key) ?? ({ ...emptyStation, ...station } as EmbedStation),
  );
  shown.station = data.stations.find(({ key }) => key === shown.station.key) ?? data.stations[0] ?? shown.station;
  shown.playing = pretended(shown.station, state);
  shown.state = {
    status: state === 'reconnecting' ? 'waiting' : state === 'offAir' ? 'stopped' : 'playing',
    via: 'stream',
    reason: '',
  };
  const root = document.documentElement;
  if (dir !== 'auto') root.dir = dir;
  const isDark =
    settings.theme === 'dark' || (settings.theme === 'auto' && matchMedia('(prefers-color-scheme: dark)').matches);
  root.style.colorScheme = isDark ? 'dark' : 'light';
  root.style.setProperty('--radius', `${String(settings.radius)}px`);
  for (const [part, value] of Object.entries(embedColours(isDark ? 'dark' : 'light', settings.colours, primary)))
    root.style.setProperty(`--${part}`, value);
  frame.draw();
};

const emptyStation = {
  ...{ route: '', stream: '', hls: null, aac: null, low: null, m3u: '', pls: '', burst_ms: 0 },
};

const pretended = (station: EmbedStation, state: PreviewState): NowPlaying => {
  const long = state === 'longTitles';
  const artist = long ? 'The Royal Philharmonic Orchestra of the Northern Harbour Towns' : 'Nova';
  const track = long
    ? 'Symphony No. 9 in D minor, Op. 125, fourth movement (recorded live in the old lighthouse)'
    : 'Deep Blue';
  const isOn = state !== 'offAir';
  const past = [`${artist} - ${track}`, 'Ada - Early Light', 'Tides - Low Water'].map((title, at) => ({
    ...{ title, artist: '', track: title, artwork: null },
    started: new Date(Date.now() - (at + 1) * 240_000).toISOString(),
  }));
  return {
    ...{ mount: station.mount, name: station.name, on_air: isOn, live: state === 'live' },
    source: isOn ? (state === 'live' ? 'live' : 'autodj') : 'none',
    presenter: state === 'live' ? { name: 'Anna Berg', picture: null } : null,
    ...{ title: isOn ? `${artist} - ${track}` : '', artist: isOn ? artist : '', track: isOn ? track : '', album: '' },
    logo_512: null,
    ...{ artwork: station.logo, started: null, duration: null, listeners: 128, history: past, requests: false },
    ...{ stream_url: '', hls_url: null, aac_url: null, low_url: null, m3u_url: '', pls_url: '' },
    ...{ burst_ms: 0, now: new Date().toISOString() },
  };
};

addEventListener('message', ({ origin, source, data }: MessageEvent<PlayerPreview | null>) => {
  if (origin !== window.radioFrame?.data.portal || source !== parent) return;
  if (data?.player === 1 && typeof data.preview === 'object') show(data);
});
