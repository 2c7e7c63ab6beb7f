import { afterEach, expect, it } from 'vitest';
import type { StreamFormat } from '#contract/engine/engine.ts';
import { detectTones, sequence } from '#streaming/ingest/testing/audio.ts';
import { spotOf } from './testing/spot-audio.ts';
import { greece, plannedCampaign, planOf, startSpotRig, station, writeSpot, type SpotRig } from './testing/spot-rig.ts';
import { createAppTickets } from './app-tickets.ts';
import type { AppAds } from './app-ads.ts';

const format: StreamFormat = { codec: 'mp3', sample_rate: 44_100, channels: 2, bitrate: 128_000 };
let rig: SpotRig | undefined;
afterEach(async () => {
  await rig?.close();
  rig = undefined;
});

const start = async (own: { enabled?: boolean; advertiser?: string } = {}) => {
  rig = await startSpotRig(format);
  const spot = writeSpot(rig.folder, 1, await spotOf(1300, 2, 'mp3'), format);
  const campaign = plannedCampaign(own.advertiser ?? 'Acme', 'GR', spot);
  const plan = planOf([spot], [campaign]);
  plan.stations[0]!.breaks.apps = { enabled: own.enabled ?? true };
  rig.ads.setPlan(plan);
  await rig.ads.loaded();
  return { url: `http://127.0.0.1:${rig.port}`, sha256: spot.files[0]!.sha256, campaign };
};
const call = (url: string, ip: string = greece, headers: Record<string, string> = {}) =>
  fetch(url, { headers: { 'X-Forwarded-For': ip, ...headers } });
const inside = (xml: string, what: RegExp): string => what.exec(xml)?.[1] ?? '';

it('an app gets a spot as VAST with its audio, and each moment counts once, not before it can be heard', async () => {
  const { url, sha256, campaign } = await start();
  const reply = await call(`${url}/vast/tone?position=mid`);
  const xml = await reply.text();
  expect([reply.status, reply.headers.get('content-type')]).toEqual([200, 'application/xml; charset=utf-8']);
  expect(reply.headers.get('access-control-allow-origin')).toBe('*');
  expect(xml).toMatch(/<VAST version="4\.2".*<Ad id="c-Acme\w+" sequence="1" adType="audio">/s);
  expect(inside(xml, /<UniversalAdId idRegistry="sha256">(\w+)</)).toBe(sha256);
  expect(xml).toMatch(/<Duration>00:00:02\.0\d\d<\/Duration>/);
  const audio = await call(inside(xml, /type="audio\/mpeg"[^>]*><!\[CDATA\[(.*?)\]\]>/));
  expect(audio.headers.get('content-type')).toBe('audio/mpeg');
  const sound = Buffer.from(await audio.arrayBuffer());
  expect(sequence(await detectTones(sound, 'mp3', [440, 1300]))).toEqual([1300]);
  const part = await call(audio.url, greece, { Range: 'bytes=10-19' });
  expect([part.status, part.headers.get('content-range')]).toEqual([206, `bytes 10-19/${sound.length}`]);
  expect(Buffer.from(await part.arrayBuffer())).toEqual(sound.subarray(10, 20));

  const impression = inside(xml, /<Impression[^>]*><!\[CDATA\[(.*?)\]\]>/);
  const complete = inside(xml, /event="complete"><!\[CDATA\[(.*?)\]\]>/);
  expect((await call(complete)).status).toBe(409);
  expect((await call(impression.replace('/impression', '/complete'))).status).toBe(404);
  expect((await call(impression.replace(/.(?=\/impression)/, 'A'.repeat(3)))).status).toBe(404);
  expect((await call(impression)).status).toBe(204);
  expect((await call(impression)).status).toBe(410);
  await expect.poll(async () => (await call(complete)).status).toBe(204);
  const heard = rig!.spots();
  expect(heard.map(({ quartile, output, kind }) => [quartile, output, kind])).toEqual([
    [0, 'vast', 'mid'],
    [4, 'vast', 'mid'],
  ]);
  expect(heard[0]).toMatchObject({ station, campaign: campaign.key, ip: greece, slot: 0 });
  expect(heard[0]!.lease).toBeDefined();
});

it('answers without a spot where none may play, and not at all where the station offers none', async () => {
  const { url } = await start({ advertiser: 'A<&"]]>' });
  expect(await (await call(`${url}/vast/tone`, '192.0.2.49')).text()).toMatch(/<VAST [^>]*><\/VAST>/);
  expect(await (await call(`${url}/vast/tone`)).text()).toContain('<AdTitle>A&lt;&amp;&quot;]]&gt;</AdTitle>');
  expect((await call(`${url}/vast/nobody`)).status).toBe(404);
  expect((await call(`${url}/vast/a/${'0'.repeat(64)}.mp3`)).status).toBe(404);
  const asked = await Promise.all(Array.from({ length: 31 }, () => call(`${url}/vast/tone`, '192.0.2.50')));
  expect(asked.filter(({ status }) => status === 429)).toHaveLength(1);
  await rig?.close();
  const off = await start({ enabled: false });
  expect((await call(`${off.url}/vast/tone`)).status).toBe(404);
});

it('what an app does not report in time is given back, and counts no more', () => {
  let at = 0;
  const given: string[] = [];
  const counted: number[] = [];
  const ads = {
    leaseEnds: () => 600_000,
    giveBack: (_campaign: string, lease: string) => void given.push(lease),
    refused: () => undefined,
    report: (events: { quartile: number }[]) => void counted.push(...events.map(({ quartile }) => quartile)),
  } as unknown as AppAds;
  const tickets = createAppTickets(ads, () => at);
  const spot = (lease: string) => ({ lease, spot: 'v', ms: 20_000, campaign: { key: 'c-1' } }) as never;
  const [used, unused] = [tickets.add({} as never, spot('one'), 'pre'), tickets.add({} as never, spot('two'), 'pre')];
  at = 599_000;
  expect(tickets.report(tickets.addressOf(used, 'impression'), 'impression')).toBe('counted');
  at = 601_000;
  expect(tickets.report(tickets.addressOf(unused, 'impression'), 'impression')).toBe('unknown');
  tickets.sweep();
  expect(given).toEqual(['two']);
  at = 620_000;
  expect(tickets.report(tickets.addressOf(used, 'complete'), 'complete')).toBe('counted');
  expect(counted).toEqual([0, 4]);
});
