import { afterEach, expect, it } from 'vitest';
import type { StreamFormat } from '#contract/engine/engine.ts';
import { withSpot } from '#streaming/ads/survey.ts';
import { encoded, expectOwnSpots, framesOf, spotOf, swell } from './testing/spot-audio.ts';
import {
  france,
  germany,
  greece,
  plannedCampaign,
  planOf,
  startSpotRig,
  station,
  writeSpot,
  type SpotRig,
} from './testing/spot-rig.ts';

const format: StreamFormat = { codec: 'mp3', sample_rate: 44_100, channels: 2, bitrate: 128_000 };
const provider = '00000000-0000-4000-8000-00000000000b';
const alsoGermany = '198.51.100.49';
let rig: SpotRig | undefined;
afterEach(async () => await rig?.close());

it('who has the answer of an ad server hears its spot, once; others hear own audio, or the programme', async () => {
  rig = await startSpotRig(format);
  const { ads, bus, play } = rig;
  const theirs = writeSpot(rig.folder, 1, await spotOf(1300, 4, 'mp3'), format);
  const own = writeSpot(rig.folder, 2, await spotOf(2100, 2.5, 'mp3'), format);
  const asked = { rules: [], spot: provider, isProvider: true };
  const notGreece = {
    rules: [{ targets: [{ type: 'location' as const, path: 'GR' }], isNegated: true }],
    spot: own.id,
  };
  const campaign = plannedCampaign('Acme', '', own, { attempts: [asked, notGreece] });
  ads.setPlan({ ...planOf([theirs, own], [campaign]), providers: [{ id: provider, spots: [theirs.id] }] });
  const programme = framesOf(await encoded(swell(14), 'mp3', ['-b:a', '128k']), 'mp3');
  play(programme.slice(0, 100));
  const all = [await rig.listen(germany), await rig.listen(france), await rig.listen(greece)];
  const ticket = { id: '00000000-0000-4000-8000-0000000000aa', session: rig.sessionOf(germany), spot: theirs.id };
  ads.addTickets([{ ...ticket, campaign: campaign.key, provider, until: Date.now() + 3_600_000 }]);
  await expect.poll(() => withSpot(ads.survey(station, 30_000))).toBe(2);
  await ads.loaded();
  play(programme.slice(100, 150));
  bus.publish({ type: 'break', station, id: 'b', at: rig.at(), ms: 5000, kind: 'hand' });
  play(programme.slice(150));
  const count = 17 + 17 + 15 + programme.length - 100;
  await expect.poll(() => all.map((one) => framesOf(one.audio(), 'mp3').length)).toEqual([count, count, count]);
  await expectOwnSpots(
    all.map((one) => one.audio()),
    'mp3',
    { breakMs: ((17 + 17 + 15 + 50) * programme[0]!.samples) / 44.1, spots: [theirs, own] },
  );
  const named = rig.spots().map(({ ip, spot, ticket: of, quartile }) => [ip, spot, of, quartile]);
  expect(named.filter(([ip]) => ip === germany)).toEqual(
    [0, 1, 2, 3, 4].map((n) => [germany, theirs.id, ticket.id, n]),
  );
  expect(named.filter(([ip]) => ip === france)).toEqual([0, 1, 2, 3, 4].map((n) => [france, own.id, undefined, n]));
  expect(named.filter(([ip]) => ip === greece)).toEqual([]);
  bus.publish({ type: 'break', station, id: 'c', at: rig.at(), ms: 5000, kind: 'hand' });
  play(programme.slice(0, 400));
  await expect
    .poll(() => rig!.spots().filter(({ break_id, quartile }) => break_id === 'c' && quartile === 4))
    .toHaveLength(2);
  expect(rig.spots().filter(({ break_id, spot }) => break_id === 'c' && spot === theirs.id)).toEqual([]);
});

it('what was answered for nobody in particular plays before the stream and in breaks, once each, where the station allows it', async () => {
  rig = await startSpotRig(format);
  const { ads, bus, play } = rig;
  const theirs = writeSpot(rig.folder, 1, await spotOf(1300, 1, 'mp3'), format);
  const asked = { rules: [], spot: provider, isProvider: true };
  const campaign = plannedCampaign('Acme', '', theirs, { attempts: [asked] });
  const plan = { ...planOf([theirs], [campaign]), providers: [{ id: provider, spots: [theirs.id] }] };
  const [planned] = plan.stations;
  const breaks = { ...planned!.breaks, preRoll: { enabled: true, maxSeconds: 30 } };
  const about = { session: '', campaign: campaign.key, provider, spot: theirs.id, until: Date.now() + 3_600_000 };
  const pool = ['DE', 'DE', 'FR'].map((country, n) => ({
    ...about,
    country,
    id: `00000000-0000-4000-8000-0000000000b${n}`,
  }));
  const programme = framesOf(await encoded(swell(8), 'mp3', ['-b:a', '128k']), 'mp3');
  const use = async (providerAds: boolean, revision: number): Promise<void> => {
    ads.setPlan({ ...plan, revision, stations: [{ ...planned!, breaks, providerAds }] });
    await ads.loaded();
  };
  await use(false, 1);
  ads.addTickets(pool);
  play(programme.slice(0, 100));
  await rig.listen(alsoGermany);
  await use(true, 2);
  const [first, other] = [await rig.listen(germany), await rig.listen(greece)];
  play(programme.slice(100, 300));
  const heardBy = (ip: string) => rig!.spots().filter((one) => one.ip === ip && one.quartile === 0);
  await expect.poll(() => heardBy(germany).map(({ ticket, kind }) => [ticket, kind])).toEqual([[pool[0]!.id, 'pre']]);
  expect([heardBy(greece), heardBy(alsoGermany)]).toEqual([[], []]);
  // One answer of the country is left for two listeners.
  expect(withSpot(ads.survey(station, 30_000))).toBe(1);
  bus.publish({ type: 'break', station, id: 'b', at: rig.at(), ms: 3000, kind: 'hand' });
  play(programme.slice(0, 200));
  await expect
    .poll(() =>
      rig!
        .spots()
        .filter(({ break_id, quartile }) => break_id === 'b' && quartile === 0)
        .map(({ ticket }) => ticket),
    )
    .toEqual([pool[1]!.id]);
  await expect.poll(() => [first, other].every((one) => framesOf(one.audio(), 'mp3').length > 100)).toBe(true);
});
