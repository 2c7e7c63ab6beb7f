import type { InputOf } from '#contract/api/http.ts';
import type { registry } from '#contract/api/index.ts';
import { airFixtures } from './air-fixtures.ts';
import { advertisingFixtures } from './advertising-fixtures.ts';
import { financeFixtures } from './finance-fixtures.ts';
import { billingFixtures } from './billing-fixtures.ts';
import { liveFixtures } from './live-fixtures.ts';
import { playerFixtures } from './player-fixtures.ts';
import { presenterFixtures } from './presenter-fixtures.ts';
import { podcastFixtures } from './podcast-fixtures.ts';
import { rawDataFixtures } from './raw-data-fixtures.ts';
import { reportFixtures } from './report-fixtures.ts';
import { signInFixtures } from './sign-in-fixtures.ts';
import { songRequestFixtures } from './song-request-fixtures.ts';
import { siteFixtures } from './site-fixtures.ts';
import { playlistFixtures } from './playlist-fixtures.ts';
import { telephonyFixtures } from './telephony-fixtures.ts';
import type { Request as Input } from '#contract/api/request.ts';

type Registry = typeof registry;
/** The names of parameters that are not the key of something. */
type Values<P> = { [K in keyof P]: P[K] extends { readonly keyOf: unknown } | undefined ? never : K }[keyof P];
/** Whether an endpoint can be called with keys alone. */
type IsPlain<I extends { params?: unknown; query?: unknown; body?: unknown; fields?: unknown; file?: unknown }> = [
  Values<NonNullable<I['params']>>,
  [NonNullable<I['query']>] extends [never]
    ? never
    : Record<never, never> extends NonNullable<I['query']>
      ? never
      : 'query',
  undefined extends I['body'] ? never : 'body',
  undefined extends I['fields'] ? never : 'fields',
  undefined extends I['file'] ? never : 'file',
][number] extends never
  ? true
  : false;
/** The endpoints that need more than keys. */
type Names = {
  [D in keyof Registry]: {
    [N in keyof Registry[D] & string]: IsPlain<InputOf<Registry[D][N]>> extends true ? never : `${D}.${N}`;
  }[keyof Registry[D] & string];
}[keyof Registry];

const period = { from_date: '2026-11-20', to_date: '2026-11-21' };
const royaltySettings = { service_name: '', category: 'A', territory: 'US', per_station: true, stations: [] };
const correction = { raw: 'A - B', kind: 'recording', artist: 'A', title: 'B', album: '', label: '', isrc: '' };
const sound = new Blob([Buffer.from('not really sound')], { type: 'audio/mpeg' });
const picture = new Blob([Buffer.from('not really a picture')], { type: 'image/png' });
const nobody = '00000000-0000-4000-8000-000000000000';

/** A valid call of every endpoint that needs more than keys, which `inputWith` fills in. A missing endpoint doesn't compile. */
const fixtures: Record<Names, Input> = {
  'session.updateProfile': { body: { firstName: 'Ada', lastName: 'Byron' } },
  'session.changeWantedEmails': { body: { alerts: true } },
  'accounts.create': { body: { company: 'Another', email: 'another@example.com' } },
  'accounts.update': { body: { company: 'Renamed' } },
  'stations.create': { body: { name: 'Another Station' } },
  'accounts.createFor': {
    body: { company: 'For another', email: 'for@example.com', owner_email: 'owner@example.com' },
  },
  'accounts.setLogo': { file: picture },
  'accounts.setCustomLimits': {
    body: { allowedStationsCount: 7, allowedPodcastsCount: null, allowedTracksCount: null, allowedBitRateLimit: null },
  },
  'accounts.setInvoiceSettings': {
    body: { accountKey: '', accountName: 'A', referenceNumber: '1', mount: '', cpmRate: 40, brdEmail: '' },
  },
  'accounts.addApplication': { body: { name: 'App', platform: 'ios' } },
  'accounts.removeApplication': { params: { applicationId: nobody } },
  'session.update': { body: { basic_info: { first_name: 'Ada' } } },
  'session.preferences': { body: { theme: 'dark' } },
  'session.password': { fields: { value: 'a long enough password' } },
  'session.email': { body: { email: 'new@example.com' } },
  'signIn.emailLink': { body: { token: nobody.replaceAll('-', '').padEnd(43, '0') } },
  'signIn.confirmEmail': { body: { token: nobody.replaceAll('-', '').padEnd(43, '0') } },
  'session.setAvatar': { file: picture },
  ...billingFixtures,
  ...advertisingFixtures,
  ...financeFixtures,
  'people.user': { params: { userId: nobody } },
  'people.signOutUser': { params: { userId: nobody } },
  'people.resetPassword': { params: { userId: nobody } },
  'people.resendInvitation': { params: { userId: nobody, token: 'unknown-invitation' } },
  'people.seeAs': { params: { userId: nobody }, body: { reason: 'Ticket 12' } },
  'people.stopSeeingAs': { params: { seeAsId: nobody } },
  'people.inviteToPortal': { params: { role: 'admin' }, query: { email: 'new@example.com' }, body: {} },
  'people.inviteToAccount': { params: { role: 'admin' }, query: { email: 'new@example.com' }, body: {} },
  'people.inviteToStation': { params: { role: 'admin' }, query: { email: 'new@example.com' }, body: {} },
  'people.removeFromPortal': { params: { role: 'admin', id: nobody } },
  'people.removeFromAccount': { params: { role: 'admin', userId: nobody } },
  'people.removeFromStation': { params: { role: 'admin', userId: nobody } },
  'people.removeEmailFromPortal': { params: { role: 'admin' }, query: { email: 'nobody@example.com' } },
  'people.removeEmailFromAccount': { params: { role: 'admin' }, query: { email: 'nobody@example.com' } },
  'people.removeEmailFromStation': { params: { role: 'admin' }, query: { email: 'nobody@example.com' } },
  'people.withdrawFromPortal': { params: { token: 'unknown-invitation' } },
  'people.withdrawFromAccount': { params: { token: 'unknown-invitation' } },
  'people.withdrawFromStation': { params: { token: 'unknown-invitation' } },
  'people.invite': { params: { token: 'unknown-invitation' } },
  'people.accept': { params: { token: 'unknown-invitation' } },
  'people.reject': { params: { token: 'unknown-invitation' } },
  'people.disable': { params: { userId: nobody } },
  'people.removeSecondFactors': { params: { userId: nobody } },
  'people.enable': { params: { userId: nobody } },
  'fleet.drain': { params: { engineId: 'nowhere' } },
  'fleet.resume': { params: { engineId: 'nowhere' } },
  'portal.retryJob': { params: { name: 'mail.letter', id: nobody } },
  'portal.setSettings': { body: { trial_days: 30 } },
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
  'portal.addNotification': { body: { title: 'News', text: 'There is some.' } },
  'portal.changeNotification': { body: { id: nobody, title: 'News', text: 'There is more.' } },
  'portal.removeNotification': { params: { id: nobody } },
  'portal.seenNotifications': { body: { ids: [nobody] } },
  'portal.unseenNotifications': { body: { ids: [nobody] } },
  'portal.post': { params: { key: nobody } },
  'portal.addPost': { body: { title: 'Post', contentHtml: '<p>Words</p>' } },
  'portal.changePost': { params: { key: nobody }, body: { title: 'Post', contentHtml: '<p>Words</p>' } },
  'portal.removePost': { params: { key: nobody } },
  'portal.postsFor': { params: { id: 'me' } },
  'portal.seenPost': { params: { id: nobody } },
  'portal.addChangelog': { body: { title: 'More', contentHtml: '<p>It can.</p>', date: '2026-11-21' } },
  'portal.changeChangelog': { body: { id: nobody, title: 'More', contentHtml: '<p>It can.</p>', date: '2026-11-21' } },
  'portal.removeChangelog': { params: { id: nobody } },
  'portal.partner': { params: { slug: 'nobody' } },
  'portal.addPartner': { body: { slug: 'somebody', name: 'Somebody' } },
  'portal.changePartner': { params: { slug: 'nobody' }, body: { name: 'Somebody' } },
  'portal.removePartner': { params: { slug: 'nobody' } },
  'portal.setPartnerLogo': { params: { slug: 'nobody' }, file: picture },
  'portal.referralClick': { params: { code: 'friend' } },
  'portal.referralCustomer': { body: { code: 'friend' } },
  'portal.image': { params: { name: 'avatar-1111111111111111111111.webp' } },
  'stations.update': { body: { name: 'Another Name' } },
  'stations.setProfile': { body: { about: 'About it' } },
  'stations.setPrettyUrl': { body: { pretty_url: 'another-address' } },
  'stations.setFeatured': { params: { flag: 'true' } },
  'stations.setAdsTxt': { body: { text: 'seller.example, 1, DIRECT' } },
  'stations.publicAdsTxt': { params: { mount: 'nowhere' } },
  'stations.setLogo': { file: picture },
  'stations.setBackground': { file: picture },
  'streamRules.set': { body: { max_listeners: 100 } },
  'streamRules.decide': { body: { address: '192.0.2.1' } },
  'playout.shuffle': { params: { playlist: 'on' } },
  'playout.reorder': { body: {} },
  ...airFixtures,
  'automation.request': { body: { action: 'enable' } },
  'automation.setMix': { body: { mix_ms: 4000, level: false } },
  'playout.removeTracks': { body: {} },
  'playout.move': { body: {} },
  'playout.addTracks': { body: {} },
  'playout.undo': { body: { step: 1 } },
  'playout.setRules': {
    body: { jingle_every: 3, artist_minutes: 30, title_minutes: 120, mix_offset: 550, mix_speed: 300 },
  },
  'playout.addJingles': { body: {} },
  'playout.removeJingles': { body: {} },
  ...playlistFixtures,
  'relays.add': { body: { name: 'Another Relay' } },
  'relays.update': { body: { name: 'Renamed Relay' } },
  'relays.setMasterLink': { body: { encoding: 'MP3' } },
  'library.search': { query: { search: 'a' } },
  'library.upload': { fields: { name: 'a.mp3' }, file: sound },
  'library.task': { params: { id: 'unknown' } },
  'library.update': { body: { title: 'T', artist: 'A', album: 'B' } },
  'library.updateMany': { body: { artist: 'A', album: 'B' } },
  'library.addUrl': { body: { url: 'http://127.0.0.1/a.mp3' } },
  'library.setArtwork': { file: picture },
  'library.removeMany': { body: {} },
  'library.changeTags': { body: { add: ['jazz'], remove: [] } },
  'library.previewFile': {},
  'logger.change': { body: { days: 30 } },
  'logger.day': { params: { date: '2026-11-21' } },
  'logger.link': { params: { from: 1000, to: 2000 } },
  'logger.sound': { params: { from: 1000, to: 2000 } },
  'logger.cut': { body: { from: 1000, to: 2000, title: 'A moment' } },
  'logger.cutEpisode': { body: { from: 1000, to: 2000, title: 'A moment' } },
  ...podcastFixtures,
  ...reportFixtures,
  ...signInFixtures,
  ...telephonyFixtures,
  ...playerFixtures,
  ...siteFixtures,
  ...presenterFixtures,
  ...songRequestFixtures,
  'analytics.stations': { params: { type: 'period' }, query: period },
  'analytics.account': { params: { type: 'period' }, query: period },
  'analytics.portal': { params: { type: 'period' }, query: period },
  'appStats.report': { params: { applicationKey: 'x'.repeat(32) }, body: { events: [] } },
  'appStats.account': { params: { type: 'period' }, query: period },
  'ctlStats.account': { params: { type: 'period' }, query: period },
  'ctlStats.station': { params: { type: 'period' }, query: period },
  'royalty.stations': { query: period },
  'royalty.account': { query: period },
  'royalty.complement': { query: period },
  'royalty.report': { query: period },
  'royalty.reportTable': { query: period },
  'royalty.setSettings': { body: royaltySettings },
  'royalty.correct': { body: correction },
  'royalty.uncorrect': { query: { raw: 'A - B' } },
  ...rawDataFixtures,
  ...liveFixtures,
};

/** A valid call of an endpoint (`stations.get`) without its keys. */
export const fixtureOf = (title: string): Input => fixtures[title as Names] ?? {};
