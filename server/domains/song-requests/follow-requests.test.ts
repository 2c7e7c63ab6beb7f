import { afterAll, beforeAll, expect, it } from 'vitest';
import { live } from '#contract/api/live.ts';
import { session } from '#contract/api/session.ts';
import { songRequests } from '#contract/api/song-requests.ts';
import { markupTexts } from '#contract/testing/hostile-texts.ts';
import { requestStage, type RequestStage } from './testing/request-stage.ts';

/* What listeners see of their requests: the event stream, what stations say they play, and the pages without scripts. */

let at: RequestStage;

beforeAll(async () => {
  at = await requestStage();
});
afterAll(() => at.close());

const statesOf = (text: string): string[] => [...text.matchAll(/"state":"(\w+)"/g)].map(([, state]) => state ?? '');

it('streams what becomes of a request, as the engine plays it', async () => {
  const { key, mount, tide } = await at.station();
  const { id } = (await at.request(mount, tide)).json;
  const reply = await fetch(`${at.portal.url}/live/${mount}/requests/${id}/events`);
  expect(reply.headers.get('access-control-allow-origin')).toBe('*');
  let text = '';
  const reading = (async () => {
    for await (const part of reply.body!.pipeThrough(new TextDecoderStream())) text += part;
  })();
  await expect.poll(() => statesOf(text)).toEqual(['waiting']);
  await at.owner.ok(songRequests.approve, { params: { key, id } });
  await expect.poll(() => statesOf(text)).toEqual(['waiting', 'approved']);
  const started = [{ id, at: at.now().getTime() }];
  at.report(key, { playing: id, started });
  await expect.poll(() => statesOf(text)).toEqual(['waiting', 'approved', 'playing']);
  at.report(key, { started });
  // It ends the stream, as nothing more can happen.
  await reading;
  expect(statesOf(text)).toEqual(['waiting', 'approved', 'playing', 'played']);
  expect(text).not.toContain('listener');
  expect(await at.listed(key)).toMatchObject([{ state: 'played', played: at.now().toISOString() }]);
});

it("follows no other station's request", async () => {
  const { mount, tide } = await at.station();
  const { mount: other } = await at.station();
  const { id } = (await at.request(mount, tide)).json;
  const reply = await at.visitor.raw(songRequests.follow, { params: { mount: other, id } });
  expect(reply.status).toBe(404);
});

it('tells players whether requests are taken', async () => {
  const { key, mount } = await at.station();
  const takes = async () => (await at.visitor.ok(live.nowPlaying, { params: { mount } })).requests;
  expect(await takes()).toBe(true);
  at.onAir(key, 'live');
  expect(await takes()).toBe(false);
});

it('notifies the browsers of the people of the station', async () => {
  const { key, mount, tide } = await at.station();
  const reply = await at.owner.raw(session.events, { query: { stations: [key] } });
  let text = '';
  const reading = (async () => {
    for await (const part of reply.body!.pipeThrough(new TextDecoderStream())) {
      text += part;
      if (text.includes('event: song_requests')) break;
    }
  })();
  await expect.poll(() => text).toContain('event: station');
  await at.request(mount, tide, {}, 'somebody else');
  await reading;
  expect(text).toContain(`event: song_requests\ndata: {"key":"${key}"}`);
});

const form = (path: string, fields: Record<string, string>) =>
  fetch(`${at.portal.url}${path}`, { method: 'POST', body: new URLSearchParams(fields), redirect: 'manual' });
const get = async (path: string) => {
  const reply = await fetch(`${at.portal.url}${path}`);
  return { status: reply.status, headers: reply.headers, text: await reply.text() };
};

it('works without scripts: a form in the page of the station, the songs, and what became of it', async () => {
  at.later(3_600_000);
  const { key, mount, pretty_url, tide } = await at.station();
  const path = `/radio/${pretty_url}/request`;
  const page = await get(`/radio/${pretty_url}`);
  expect(page.text).toContain(`method="get" action="${at.portal.kernel.config.publicUrl}${path}"`);
  expect(page.text).toContain(`/live/${mount}"`);
  expect(page.headers.get('content-security-policy')).toContain("form-action 'self'");
  const found = await get(`${path}?q=tide`);
  expect([found.status, found.headers.get('cache-control')]).toEqual([200, 'no-store']);
  expect(found.text).toContain(`name="track" value="${tide}"`);
  const sent = await form(path, { q: 'tide', track: tide, name: markupTexts[0]!, message: 'Hi' });
  expect(sent.status).toBe(303);
  const own = await get(sent.headers.get('location') ?? '');
  expect(own.text).toContain('The station received your request');
  expect(own.text).toContain('http-equiv="refresh"');
  const [listed] = await at.listed(key);
  const id = listed!.id;
  await at.owner.ok(songRequests.refuse, { params: { key, id } });
  const refused = await get(sent.headers.get('location') ?? '');
  expect(refused.text).toContain('did not play this request');
  expect(refused.text).not.toContain('http-equiv="refresh"');
});

it('says on the page why a request is refused, and has none where none are taken', async () => {
  at.later(3_600_000);
  const { key, pretty_url, tide } = await at.station();
  const path = `/radio/${pretty_url}/request`;
  await form(path, { track: tide });
  const again = await form(path, { track: tide });
  expect([again.status, await again.text()]).toEqual([409, expect.stringContaining('requested a short while ago')]);
  expect((await form(path, { track: 'nothing' })).status).toBe(404);
  await at.set(key, { enabled: false });
  expect((await get(path)).text).toContain('This station does not take requests.');
  expect((await get(`/radio/${pretty_url}`)).text).not.toContain('data-requests');
  expect((await get('/radio/nowhere/request')).status).toBe(404);
});

it('shows hostile texts as text', async () => {
  at.later(3_600_000);
  const { pretty_url, tide } = await at.station();
  for (const text of markupTexts.filter((one) => one.slice(0, 90).includes('<')).slice(0, 5)) {
    await at.portal.kernel.db.updateTable('tracks').set({ title: text }).where('key', '=', tide).execute();
    const { text: page } = await get(`/radio/${pretty_url}/request?q=nova`);
    expect(page).toContain(`value="${tide}"`);
    expect(page).not.toContain(text);
    const sought = await get(`/radio/${pretty_url}/request?q=${encodeURIComponent(text.slice(0, 90))}`);
    expect(sought.text).not.toContain(text.slice(0, 90));
  }
});
