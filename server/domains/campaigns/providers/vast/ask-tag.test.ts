import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { guardedOutbound } from '#server/kernel/outbound/guarded.ts';
import { inlineVast, vastServer, wrapperVast, type VastServer } from '../../testing/vast-server.ts';
import { askTag } from './ask-tag.ts';
import { expandMacros } from './macros.ts';

let server: VastServer;
const outbound = guardedOutbound({ isAllowed: (address) => address === '127.0.0.1', isPortAllowed: () => true });
const clock = { now: () => new Date(Date.UTC(2026, 10, 24)) };
const listener = { ip: '203.0.113.7', user_agent: 'VLC/3.0 Ünïcode', referer: 'https://radio.example/listen?a=b' };
/** On a busy machine an answer can take longer than the second that the product waits. */
const patienceMs = 60_000;
const ask = (path: string, about: typeof listener | null = listener, given: { patienceMs?: number } = { patienceMs }) =>
  askTag({ outbound, clock, ...given }, `${server.url}${path}`, about ? { listener: about } : {});
const set = (path: string, answer: Parameters<VastServer['answers']['set']>[1]) => server.answers.set(path, answer);

beforeAll(async () => {
  server = await vastServer();
});
afterAll(() => server.close());
beforeEach(() => {
  server.calls.length = 0;
  server.answers.clear();
});

test('reads a spot with its best audio, and says for which device it asks', async () => {
  set('/tag', inlineVast({ url: server.url, name: 'own' }));
  const answer = await ask('/tag?ip=[DEVICEIP]&ua=[DEVICEUA]&at=%5BTIMESTAMP%5D&x=[SOMETHING]&y=[lower]');
  expect(answer).toMatchObject({
    ...{ outcome: 'spot', wrappers: 0 },
    spot: { id: 'ad-id.org spot-1', seconds: 20, media: { url: `${server.url}/spot.mp3`, type: 'audio/mpeg' } },
    tracking: { impression: [`${server.url}/track/own/impression`], complete: [`${server.url}/track/own/complete`] },
  });
  const [{ path, headers }] = server.calls as [(typeof server.calls)[0]];
  expect(path).toBe(
    '/tag?ip=203.0.113.7&ua=VLC%2F3.0%20%C3%9Cn%C3%AFcode&at=2026-11-24T00%3A00%3A00.000Z&x=-1&y=[lower]',
  );
  expect(headers).toMatchObject({
    ...{ 'x-device-ip': '203.0.113.7', 'x-device-user-agent': 'VLC/3.0 ncode' },
    'x-device-referer': 'https://radio.example/listen?a=b',
  });
});

test('a trial names nobody', async () => {
  set('/tag', inlineVast({ url: server.url, name: 'own' }));
  await ask('/tag?ip=[DEVICEIP]&page=[PAGEURL]', null);
  expect(server.calls[0]?.path).toBe('/tag?ip=-1&page=-1');
  expect(Object.keys(server.calls[0]!.headers).filter((name) => name.startsWith('x-device'))).toEqual([]);
});

test('follows three wrappers, and reports to all of them', async () => {
  for (const n of [1, 2, 3])
    set(`/w${String(n)}`, wrapperVast({ url: server.url, name: `w${String(n)}` }, `${server.url}/w${String(n + 1)}`));
  set('/w4', inlineVast({ url: server.url, name: 'own' }));
  const answer = await ask('/w1');
  expect(answer).toMatchObject({ outcome: 'spot', wrappers: 3 });
  expect(answer.tracking.midpoint.map((url) => url.slice(server.url.length))).toEqual(
    ['w1', 'w2', 'w3', 'own'].map((name) => `/track/${name}/midpoint`),
  );
  set('/w4', wrapperVast({ url: server.url, name: 'w4' }, `${server.url}/w5`));
  const refused = await ask('/w1');
  expect(refused).toMatchObject({ outcome: 'refused', reason: 'wrappers', code: 302 });
  expect(refused.tracking.error).toHaveLength(4);
  expect(server.calls.some(({ path }) => path === '/w5')).toBe(false);
});

test.each([
  ['nothing', 204],
  ['an empty body', ''],
  ['no ad', '<VAST version="4.2"/>'],
])('%s is no spot', async (_what, answer) => {
  set('/tag', answer);
  expect(await ask('/tag')).toMatchObject({ outcome: 'empty' });
});

const deep = `<VAST>${'<a>'.repeat(5000)}${'</a>'.repeat(5000)}</VAST>`;
const bomb = `<?xml version="1.0"?><!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;">]><VAST>&b;</VAST>`;
const external = `<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]><VAST>&e;</VAST>`;

describe('refuses with its reason', () => {
  test.each([
    ['an error', 500, 'status'],
    ['another document', '<rss/>', 'vast'],
    ['a web page', '<!doctype html><html></html>', 'markup'],
    ['what is cut short', '<VAST><Ad>', 'markup'],
    ['entities', bomb, 'entities'],
    ['external entities', external, 'entities'],
    ['depth', deep, 'markup'],
    ['a character that XML has not', '<VAST><Ad id="\0"/></VAST>', 'markup'],
    ['size', `<VAST>${' '.repeat(200_000)}</VAST>`, 'large'],
    ['a redirect to itself', { location: '/tag' }, 'redirects'],
    ['a redirect inward', { location: 'http://[::1]:1/' }, 'address'],
  ])('%s', async (_what, answer, reason) => {
    set('/tag', answer);
    expect(await ask('/tag')).toMatchObject({ outcome: 'refused', reason });
  });

  test('silence', async () => {
    set('/tag', null);
    expect(await ask('/tag', listener, {})).toMatchObject({ outcome: 'refused', reason: 'slow' });
  });

  test.each([
    ['itself', () => `${server.url}/tag`, 'loop'],
    ['a private address', () => 'http://[::1]:1/vast', 'address'],
    ['the metadata service', () => 'http://169.254.169.254/latest', 'address'],
    ['nobody', () => 'http://127.0.0.1:1/', 'unreachable'],
  ])('a wrapper to %s', async (_what, to, reason) => {
    set('/tag', wrapperVast({ url: server.url, name: 'w' }, to()));
    expect(await ask('/tag')).toMatchObject({ outcome: 'refused', reason });
  });

  test('a wrapper to a file', async () => {
    set('/tag', wrapperVast({ url: server.url, name: 'w' }, 'file:///etc/passwd'));
    expect(await ask('/tag')).toMatchObject({ outcome: 'refused', reason: 'vast' });
  });

  test.each([
    ['too long a spot', { duration: '00:00:45' }, 'length', 202],
    ['audio that is none', { media: 'data:audio/mpeg;base64,AAAA' }, 'media', 403],
  ])('%s, with the code for its error URL', async (_what, over, reason, code) => {
    set(
      '/tag',
      inlineVast({ url: server.url, name: 'own', ...over }).replaceAll('data:audio/mpeg;base64,AAAA?low', ''),
    );
    const answer = await ask('/tag');
    expect(answer).toMatchObject({ outcome: 'refused', reason, code });
    expect(answer.tracking.error).toEqual([`${server.url}/error/own?code=[ERRORCODE]`]);
  });
});

test('a spot without an ID is known by its audio', async () => {
  set('/tag', inlineVast({ url: server.url, name: 'own', id: 'unknown' }));
  expect(await ask('/tag')).toMatchObject({ spot: { id: `${server.url}/spot.mp3` } });
});

test('a spot whose audio has a long URL is known by its hash', async () => {
  const media = `${server.url}/${'x'.repeat(3000)}.mp3`;
  set('/tag', inlineVast({ url: server.url, name: 'own', id: 'unknown', media }));
  expect(await ask('/tag')).toMatchObject({ spot: { id: expect.stringMatching(/^sha256 [\da-f]{64}$/) as string } });
});

test('reports each event to 20 URLs at most, over all wrappers', async () => {
  const many = `<Error>${server.url}/error/again</Error>`.repeat(30);
  const wrapper = wrapperVast({ url: server.url, name: 'w' }, `${server.url}/own`);
  set('/tag', wrapper.replace('</Wrapper>', `${many}</Wrapper>`));
  set('/own', inlineVast({ url: server.url, name: 'own' }).replace('</InLine>', `${many}</InLine>`));
  const answer = await ask('/tag');
  expect(answer).toMatchObject({ outcome: 'spot', wrappers: 1 });
  expect(answer.tracking.error).toHaveLength(20);
});

test('macros of a report', () => {
  const facts = { now: clock.now(), agent: outbound.agent, random: () => 0, listener: undefined, errorCode: 407 };
  const ticket = { id: 't1', adId: 'ad-id.org a&b', mediaUrl: 'https://x.example/a.mp3' };
  expect(
    expandMacros('https://x.example/?c=[CACHEBUSTING]&e=[ERRORCODE]&u=[UNIVERSALADID]', { ...facts, ticket }),
  ).toBe('https://x.example/?c=10000000&e=407&u=ad-id.org%20a%26b');
});
