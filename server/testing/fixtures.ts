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

const picture = new Blob([Buffer.from('not really a picture')], { type: 'image/png' });
const nobody = '00000000-0000-4000-8000-000000000000';

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
  'accounts.createFor': {
    body: { company: 'For another', email: 'for@example.com', owner_email: 'owner@example.com' },
  },
  'accounts.suspend': {},
  'accounts.reactivate': {},
  'accounts.remove': {},
  'accounts.setLogo': { file: picture },
  'accounts.removeLogo': {},
  'accounts.logo': {},
  'accounts.customLimits': {},
  'accounts.setCustomLimits': {
    body: { allowedStationsCount: 7, allowedPodcastsCount: null, allowedTracksCount: null, allowedBitRateLimit: null },
  },
  'accounts.invoiceSettings': {},
  'accounts.setInvoiceSettings': {
    body: { accountKey: '', accountName: 'A', referenceNumber: '1', mount: '', cpmRate: 40, brdEmail: '' },
  },
  'accounts.applications': {},
  'accounts.addApplication': { body: { name: 'App', platform: 'ios' } },
  'accounts.removeApplication': { params: { applicationId: nobody } },
  'accounts.checklist': {},
  'session.update': { body: { basic_info: { first_name: 'Ada' } } },
  'session.preferences': { body: { theme: 'dark' } },
  'session.password': { fields: { value: 'a long enough password' } },
  'session.email': { body: { email: 'new@example.com' } },
  'session.setAvatar': { file: picture },
  'session.removeAvatar': {},
  'session.location': {},
  'billing.ofAccount': {},
  'billing.ofStation': {},
  'billing.oneOfAccount': { params: { subId: nobody } },
  'billing.oneOfStation': { params: { subId: nobody } },
  'billing.cancelOfAccount': { params: { subId: nobody } },
  'billing.cancelOfStation': { params: { subId: nobody } },
  'billing.features': {},
  'billing.discounts': {},
  'billing.canUpdate': { query: { updatePriceId: 'price_prime_month' } },
  'billing.assign': { body: { plan: 'prime' } },
  'billing.request': { body: { plan: 'prime', interval: 'month' } },
  'billing.withdrawRequest': {},
  'people.ofPortal': {},
  'people.ofAccount': {},
  'people.ofStation': {},
  'people.inviteToPortal': { params: { role: 'admin' }, query: { email: 'new@example.com' }, body: {} },
  'people.inviteToAccount': { params: { role: 'admin' }, query: { email: 'new@example.com' }, body: {} },
  'people.inviteToStation': { params: { role: 'admin' }, query: { email: 'new@example.com' }, body: {} },
  'people.removeFromPortal': { params: { role: 'admin', id: nobody } },
  'people.removeFromAccount': { params: { role: 'admin', userId: nobody } },
  'people.removeFromStation': { params: { role: 'admin', userId: nobody } },
  'people.removeEmailFromPortal': { params: { role: 'admin' }, query: { email: 'nobody@example.com' } },
  'people.removeEmailFromAccount': { params: { role: 'admin' }, query: { email: 'nobody@example.com' } },
  'people.removeEmailFromStation': { params: { role: 'admin' }, query: { email: 'nobody@example.com' } },
  'people.portalInvites': {},
  'people.accountInvites': {},
  'people.stationInvites': {},
  'people.withdrawFromPortal': { params: { token: 'unknown-invitation' } },
  'people.withdrawFromAccount': { params: { token: 'unknown-invitation' } },
  'people.withdrawFromStation': { params: { token: 'unknown-invitation' } },
  'people.myInvites': {},
  'people.invite': { params: { token: 'unknown-invitation' } },
  'people.accept': { params: { token: 'unknown-invitation' } },
  'people.reject': { params: { token: 'unknown-invitation' } },
  'people.users': {},
  'people.disable': { params: { userId: nobody } },
  'people.enable': { params: { userId: nobody } },
  'portal.dashboard': {},
  'portal.live': {},
  'portal.health': {},
  'portal.failedJobs': {},
  'portal.retryJob': { params: { name: 'mail.letter', id: nobody } },
  'portal.settings': {},
  'portal.setSettings': { body: { trial_days: 30 } },
  'portal.podcastAds': {},
  'portal.setPodcastAds': {
    body: {
      enabled: true,
      pre_roll: 1,
      mid_roll: 2,
      post_roll: 1,
      minutes_between: 10,
      opt_out_allowed: true,
      cpm: 1500,
    },
  },
  'portal.audit': {},
  'portal.notifications': {},
  'portal.addNotification': { body: { title: 'News', text: 'There is some.' } },
  'portal.changeNotification': { body: { id: nobody, title: 'News', text: 'There is more.' } },
  'portal.removeNotification': { params: { id: nobody } },
  'portal.seenNotifications': { body: { ids: [nobody] } },
  'portal.posts': {},
  'portal.post': { params: { key: nobody } },
  'portal.addPost': { body: { title: 'Post', contentHtml: '<p>Words</p>' } },
  'portal.changePost': { params: { key: nobody }, body: { title: 'Post', contentHtml: '<p>Words</p>' } },
  'portal.removePost': { params: { key: nobody } },
  'portal.postsFor': { params: { id: 'me' } },
  'portal.seenPost': { params: { id: nobody } },
  'portal.changelog': {},
  'portal.addChangelog': { body: { title: 'More', contentHtml: '<p>It can.</p>', date: '2026-11-21' } },
  'portal.changeChangelog': { body: { id: nobody, title: 'More', contentHtml: '<p>It can.</p>', date: '2026-11-21' } },
  'portal.removeChangelog': { params: { id: nobody } },
  'portal.partners': {},
  'portal.partner': { params: { slug: 'nobody' } },
  'portal.addPartner': { body: { slug: 'somebody', name: 'Somebody' } },
  'portal.changePartner': { params: { slug: 'nobody' }, body: { name: 'Somebody' } },
  'portal.removePartner': { params: { slug: 'nobody' } },
  'portal.setPartnerLogo': { params: { slug: 'nobody' }, file: picture },
  'portal.referralClick': { params: { code: 'friend' } },
  'portal.referralCustomer': { body: { code: 'friend' } },
  'portal.image': { params: { name: 'avatar-1111111111111111111111.webp' } },
  'stations.search': {},
  'stations.list': {},
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
