import type { registry } from '#contract/index.ts';
import type { AnyEndpoint } from '#contract/http.ts';
import type { Place } from './places.ts';
import { placesOf } from './places.ts';
import type { Request as Input } from '#contract/request.ts';
import type { Keys } from './world.ts';

type Registry = typeof registry;
type Names = { [D in keyof Registry]: `${D & string}.${keyof Registry[D] & string}` }[keyof Registry];

const period = { from_date: '2026-11-20', to_date: '2026-11-21' };
const sound = new Blob([Buffer.from('not really sound')], { type: 'audio/mpeg' });

/** A valid call of every endpoint, but for the keys, which are put in by place. An endpoint without one doesn't compile. */
export const fixtures: Record<Names, Input> = {
  'session.config': {},
  'session.me': {},
  'session.profile': {},
  'session.updateProfile': { body: { firstName: 'Ada', lastName: 'Byron' } },
  'session.accounts': {},
  'session.stations': {},
  'session.events': {},
  'accounts.search': {},
  'accounts.list': {},
  'accounts.get': {},
  'accounts.create': { body: { company: 'Another', email: 'another@example.com' } },
  'accounts.update': { body: { company: 'Renamed' } },
  'accounts.stations': {},
  'stations.get': {},
  'stations.create': { body: { name: 'Another Station' } },
  'stations.live': {},
  'stations.encoder': {},
  'stations.revealPassword': {},
  'stations.resetPassword': {},
  'playout.start': {},
  'playout.restart': {},
  'playout.stop': {},
  'playout.autoDj': {},
  'playout.shuffle': { params: { playlist: 'on' } },
  'playout.reorder': { body: {} },
  'playout.addTrack': {},
  'playout.reset': {},
  'playout.current': {},
  'playout.removeTracks': { body: {} },
  'library.token': {},
  'library.list': {},
  'library.search': { query: { search: 'a' } },
  'library.upload': { fields: { name: 'a.mp3' }, file: sound },
  'library.task': { params: { id: 'unknown' } },
  'library.update': { body: { title: 'T', artist: 'A', album: 'B' } },
  'library.preview': {},
  'library.previewFile': {},
  'analytics.stations': { params: { type: 'period' }, query: period },
  'analytics.account': { params: { type: 'period' }, query: period },
  'analytics.stationLive': {},
  'analytics.accountLive': {},
  'live.nowPlaying': { params: { mount: 'nowhere' } },
  'live.follow': { params: { mount: 'nowhere' } },
};

/** The fixture of a call with keys at its places: `keysAt` says whose stands where. */
export const inputWith = (endpoint: AnyEndpoint, fixture: Input, keysAt: (place: Place) => Keys | Keys[]): Input => {
  const input = { ...fixture, params: { ...fixture.params }, query: { ...fixture.query } };
  const body = fixture.body === undefined ? undefined : { ...(fixture.body as Record<string, unknown>) };
  for (const place of placesOf(endpoint)) {
    const keys = [keysAt(place)].flat().map((one) => one[place.resource]);
    const value = place.isList ? keys : keys[0];
    if (place.part === 'path') input.params[place.name] = keys[0];
    if (place.part === 'query') input.query[place.name] = value;
    if (place.part === 'body' && body) body[place.name] = value;
  }
  return { ...input, body };
};
