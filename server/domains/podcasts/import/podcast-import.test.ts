import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { episodes } from '#contract/api/episodes.ts';
import { podcastImport } from '#contract/api/podcast-import.ts';
import { podcasts } from '#contract/api/podcasts.ts';
import { feedOf } from './testing/fake-podcast-host.ts';
import { importRig, type ImportRig } from './testing/import-rig.ts';

/* Imports feeds over HTTP from a fake host on loopback. */

let rig: ImportRig;
let tone: Buffer;
beforeAll(async () => {
  rig = await importRig();
  await rig.work();
  tone = rig.sound('tone.mp3', 440);
  rig.host.serve('/a.mp3', tone, 'audio/mpeg');
  rig.host.serve('/b.mp3', rig.sound('b.mp3', 660), 'audio/mpeg');
}, 120_000);
afterAll(() => rig.close());

const urlOf = (path: string) => `${rig.host.url}${path}`;

it('imports a podcast with its image and episodes, preserving guids, dates and frames', async () => {
  const owner = await rig.newOwner();
  rig.host.serve('/art.jpg', rig.picture('1500x1500'), 'image/jpeg');
  rig.host.serve('/one.jpg', rig.picture('1400x1400', 'red'), 'image/jpeg');
  rig.host.serve('/one.vtt', 'WEBVTT\n\n00:00.000 --> 00:01.000\nHello\n', 'text/vtt');
  rig.host.serve(
    '/one.json',
    '{"version":"1.2.0","chapters":[{"startTime":1,"title":"Two"},{"startTime":0,"title":"One"}]}',
  );
  const art = `<itunes:image href="${urlOf('/art.jpg')}"/>`;
  const more = `<description>First</description><itunes:image href="${urlOf('/one.jpg')}"/><podcast:transcript url="${urlOf('/one.vtt')}" type="text/vtt"/><podcast:chapters url="${urlOf('/one.json')}" type="application/json+chapters"/>`;
  const items = [
    { guid: 'urn:1', audio: urlOf('/a.mp3'), more },
    { guid: 'urn:2', audio: urlOf('/b.mp3') },
  ];
  rig.host.serve('/feed', feedOf(`${art}<podcast:guid>9b024349-ccf0-5f69-a609-6b82873eab3c</podcast:guid>`, items));

  const { status, json } = await owner.start(urlOf('/feed'));
  expect([status, json.status, json.counts.total]).toEqual([202, 'PROCESSING', 2]);
  const task = await owner.ended(json.id);
  expect(task).toMatchObject({ status: 'SUCCESS', progress: 100, notes: [], counts: { imported: 2, failed: 0 } });
  const podcast = await owner.ok(podcasts.get, { params: { key: json.data.key } });
  expect(podcast).toMatchObject({
    title: 'Their podcast',
    description: 'Said by them.',
    guid: '9b024349-ccf0-5f69-a609-6b82873eab3c',
    categories: ['Music'],
    image: expect.any(String) as string,
    episodes: 2,
  });
  expect(await owner.items(json.id)).toMatchObject([
    { guid: 'urn:1', state: 'imported', notes: [] },
    { guid: 'urn:2', state: 'imported' },
  ]);
  const [one] = await owner.episodesOf(podcast.key);
  expect(one).toMatchObject({
    guid: 'urn:1',
    title: 'urn:1',
    description: 'First',
    publish_date: '2026-11-21T10:00:00.000Z',
    state: 'published',
    upload_status: 'ready',
    image: expect.any(String) as string,
    transcript: { type: 'text/vtt' },
    chapters: [
      { start: 0, title: 'One', url: '' },
      { start: 1, title: 'Two', url: '' },
    ],
    original: { filename: 'a.mp3', size: tone.length },
  });
  expect(one?.duration).toBeCloseTo(2, 0);
}, 120_000);

it('adds missing episodes to an existing podcast without overwriting edits', async () => {
  const owner = await rig.newOwner();
  rig.host.serve('/again', feedOf('', [{ guid: '1', audio: urlOf('/a.mp3'), title: 'Old name' }]));
  const first = await owner.start(urlOf('/again'));
  await owner.ended(first.json.id);
  const { key } = first.json.data;
  const [episode] = await owner.episodesOf(key);
  const params = { podcastKey: key, episodeKey: episode!.key };
  await owner.ok(episodes.update, { params, body: { title: 'Edited' } });
  await owner.ok(podcasts.update, { params: { key }, body: { title: 'Edited podcast' } });
  rig.host.serve(
    '/again',
    feedOf('', [
      { guid: '2', audio: urlOf('/b.mp3'), title: 'New' },
      { guid: '1', audio: urlOf('/a.mp3') },
    ]),
  );

  const again = await owner.start(urlOf('/again'), { id: key });
  expect(await owner.ended(again.json.id)).toMatchObject({ status: 'SUCCESS', counts: { imported: 1, skipped: 1 } });
  expect((await owner.episodesOf(key)).map(({ title }) => title)).toEqual(['Edited', 'New']);
  expect((await owner.ok(podcasts.get, { params: { key } })).title).toBe('Edited podcast');
  expect((await owner.ok(podcastImport.latest, { params: { key } })).import?.id).toBe(again.json.id);
}, 120_000);

it('lists why an episode failed, leaves nothing behind, and retries it', async () => {
  const owner = await rig.newOwner();
  const items = [
    { guid: 'gone', audio: urlOf('/gone.mp3') },
    { guid: 'none' },
    { guid: 'page', audio: urlOf('/page.mp3') },
    { guid: 'inward', audio: 'http://10.0.0.1/a.mp3' },
    { guid: 'good', audio: urlOf('/a.mp3') },
  ];
  rig.host.serve('/page.mp3', '<html>Not here</html>', 'text/html');
  rig.host.serve('/partly', feedOf('', items));
  const { json } = await owner.start(urlOf('/partly'));
  expect(await owner.ended(json.id)).toMatchObject({ status: 'SUCCESS', counts: { imported: 1, failed: 4 } });
  const reasons = (await owner.items(json.id)).map(({ state, reason }) => [state, reason]);
  expect(reasons).toMatchObject([
    ['failed', expect.stringMatching(/404/)],
    ['failed', expect.stringMatching(/no audio/)],
    ['failed', expect.stringMatching(/cannot be read as audio/)],
    ['failed', expect.stringMatching(/public/)],
    ['imported', null],
  ]);

  rig.host.serve('/gone.mp3', tone, 'audio/mpeg');
  await owner.ok(podcastImport.retry, { params: { id: json.id } });
  expect(await owner.ended(json.id)).toMatchObject({ counts: { imported: 2, failed: 3 } });
  const imported = await owner.episodesOf(json.data.key);
  expect(imported.map(({ guid, state }) => [guid, state])).toEqual(
    expect.arrayContaining([
      ['gone', 'published'],
      ['good', 'published'],
    ]),
  );
}, 120_000);

it('leaves out images that directories refuse, and scales larger ones down', async () => {
  const owner = await rig.newOwner();
  rig.host.serve('/small.jpg', rig.picture('800x800'), 'image/jpeg');
  rig.host.serve('/wide.jpg', rig.picture('1600x1400'), 'image/jpeg');
  rig.host.serve('/huge.jpg', rig.picture('3600x3600'), 'image/jpeg');
  const importArt = async (art: string) => {
    rig.host.serve('/pictured', feedOf(`<itunes:image href="${art}"/>`));
    const { json } = await owner.start(urlOf('/pictured'));
    const { image } = await owner.ok(podcasts.get, { params: { key: json.data.key } });
    return [image !== null, json.notes.join()];
  };
  expect(await importArt(urlOf('/small.jpg'))).toEqual([false, expect.stringMatching(/too small \(800×800/)]);
  expect(await importArt(urlOf('/wide.jpg'))).toEqual([false, expect.stringMatching(/not square/)]);
  expect(await importArt(urlOf('/none.jpg'))).toEqual([false, expect.stringMatching(/404/)]);
  expect(await importArt(urlOf('/pictured'))).toEqual([false, expect.stringMatching(/cannot be read as an image/)]);
  expect(await importArt(urlOf('/huge.jpg'))).toEqual([true, '']);
}, 60_000);

it('follows the pages of a feed', async () => {
  const owner = await rig.newOwner();
  rig.host.serve('/p1', feedOf(`<atom:link rel="next" href="${urlOf('/p2')}"/>`, [{ guid: '1' }]));
  rig.host.serve('/p2', feedOf(`<atom:link rel="next" href="${urlOf('/p1')}"/>`, [{ guid: '2' }]));
  const { json } = await owner.start(urlOf('/p1'));
  expect(json.counts.total).toBe(2);
});

describe('is refused at once', () => {
  it.each([
    ['/missing', 'outbound.refused', /404/],
    ['/html', 'import.notFeed', /web page/],
    ['/laughs', 'import.notFeed', /entities/],
    ['/large', 'outbound.refused', /large/],
    ['/away', 'outbound.refused', /public/],
  ])('%s', async (path, code, message) => {
    rig.host.serve('/html', '<!doctype html><html></html>');
    rig.host.serve('/laughs', `<!DOCTYPE l [<!ENTITY a "aaa">]>${feedOf('&a;')}`);
    rig.host.on('/large', (reply) => reply.end(Buffer.alloc(21 * 1024 ** 2, 32)));
    rig.host.on('/away', (reply) => reply.writeHead(302, { location: 'http://169.254.169.254/' }).end());
    const owner = await rig.newOwner();
    const { json } = await owner.start(urlOf(path));
    expect(json.error).toMatchObject({ code, message: expect.stringMatching(message) as string });
    expect((await owner.ok(podcasts.list, { query: { accountKey: owner.account } })).total).toBe(0);
  });

  it('over the plan’s limit, before anything is fetched', async () => {
    const owner = await rig.newOwner('none');
    const { json } = await owner.start(urlOf('/never-asked'));
    expect(json.error.code).toBe('plan.podcastLimit');
    expect(rig.host.asked).not.toContain('/never-asked');
  });

  it('without a feed URL, which may also be in the query', async () => {
    const owner = await rig.newOwner();
    const query = { accountKey: owner.account };
    const without = await owner.call(podcastImport.start, { params: { id: 'new' }, query, body: {} });
    expect([without.status, without.json.error.fields]).toEqual([400, { feed_url: 'This field is required' }]);
    rig.host.serve('/asked', feedOf('', []));
    const path = `/v1/podcasts/new/import?accountKey=${owner.account}&feed_url=${encodeURIComponent(urlOf('/asked'))}`;
    expect((await owner.send('POST', path)).status).toBe(202);
  });
});

it('runs one import per podcast at a time, and cancels the remaining episodes', async () => {
  const owner = await rig.newOwner();
  rig.host.on('/slow.mp3', (reply) => void reply.writeHead(200, { 'content-length': 1_000_000 }).write(tone));
  rig.host.serve(
    '/long',
    feedOf('', [
      { guid: '1', audio: urlOf('/slow.mp3') },
      { guid: '2', audio: urlOf('/a.mp3') },
    ]),
  );
  const { json } = await owner.start(urlOf('/long'));
  await rig.portal.drain();
  await expect.poll(async () => (await owner.items(json.id))[0]?.state, { timeout: 45_000 }).toBe('fetching');
  const second = await owner.start(urlOf('/long'), { id: json.data.key });
  expect(second.json.error.code).toBe('import.running');
  const cancelled = await owner.ok(podcastImport.cancel, { params: { id: json.id } });
  expect(cancelled).toMatchObject({ status: 'CANCELLED', counts: { cancelled: 2 } });
  expect((await owner.start(urlOf('/long'), { id: json.data.key })).status).toBe(202);
}, 120_000);

it('is only visible to those who may read its podcast', async () => {
  const [owner, other] = [await rig.newOwner(), await rig.newOwner()];
  rig.host.serve('/mine', feedOf('', []));
  const { json } = await owner.start(urlOf('/mine'));
  const params = { id: json.id };
  for (const endpoint of [podcastImport.task, podcastImport.retry, podcastImport.cancel] as const)
    expect((await other.call(endpoint, { params })).json.error.code).toBe('import.notFound');
  expect((await other.call(podcastImport.episodes, { params })).status).toBe(404);
  const staff = await rig.portal.make.person();
  expect((await (await rig.portal.as(staff)).call(podcastImport.task, { params })).status).toBe(404);
});
