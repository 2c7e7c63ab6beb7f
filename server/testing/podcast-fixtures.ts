import type { Request as Input } from '#contract/api/request.ts';

const period = { from_date: '2026-11-20', to_date: '2026-11-21' };
const sound = new Blob([Buffer.from('not really sound')], { type: 'audio/mpeg' });
const picture = new Blob([Buffer.from('not really a picture')], { type: 'image/png' });
const nobody = '00000000-0000-4000-8000-000000000000';

const recordingSchedule = {
  name: 'Morning show',
  begin: '2026-11-23',
  end: null,
  timezone: 'Europe/Athens',
  slots: [{ duration: 120, daysOfWeek: [1, 2, 3, 4, 5], start: '07:00' }],
  frequency: 1,
  publish: 'draft',
  title: '{name}, {date}',
};

/** The part of `fixtures` about podcasts and episodes. */
export const podcastFixtures = {
  'podcasts.list': {},
  'podcasts.create': { body: { title: 'Another podcast' }, file: picture },
  'podcasts.createInStation': { body: { title: 'Another podcast' }, file: picture },
  'podcasts.update': { body: { title: 'Renamed' } },
  'podcastImport.start': { body: { feed_url: 'https://feeds.invalid/a.xml' } },
  'podcastImport.startInStation': { body: { feed_url: 'https://feeds.invalid/a.xml' } },
  'podcastImport.prove': { body: { feed_url: 'https://feeds.invalid/a.xml' } },
  'podcastImport.task': { params: { id: 'unknown' } },
  'podcastImport.episodes': { params: { id: 'unknown' } },
  'podcastImport.retry': { params: { id: 'unknown' } },
  'podcastImport.cancel': { params: { id: 'unknown' } },
  'podcastStats.account': { query: period },
  'podcastStats.podcast': { query: period },
  'podcastStats.requests': { query: period },
  'podcastStats.requestsFile': { query: period },
  'episodes.create': { body: { title: 'Another episode' } },
  'episodes.update': { body: { title: 'Renamed' } },
  'episodes.upload': { fields: { name: 'a.mp3' }, file: sound },
  'episodes.uploadFor': { fields: { name: 'a.mp3' }, file: sound },
  'episodes.task': { params: { taskId: 'unknown' } },
  'episodes.edit': { body: { cuts: [], level: false } },
  'episodes.previewFile': {},
  'episodes.setTranscript': { file: sound },
  'recordingSchedules.create': { body: recordingSchedule },
  'recordingSchedules.update': { params: { id: nobody }, body: recordingSchedule },
  'recordingSchedules.remove': { params: { id: nobody } },
  'distribution.set': { body: { platforms: [{ platform: 'apple', submitted: true }] } },
  'distribution.check': { params: { platform: 'amazon' } },
  'podcastAds.set': {
    body: { enabled: true, pre_roll: 1, mid_roll: 1, post_roll: 0, mid_rule: 'interval', interval_minutes: 20 },
  },
  'podcastAds.setEpisode': { body: { opt_out: true, own: null } },
} satisfies Record<string, Input>;
