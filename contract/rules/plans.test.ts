import { describe, expect, it } from 'vitest';
import { brand as beacon } from '#brands/beacon/brand.ts';
import { limits } from './limits.ts';
import {
  bitRateAllowed,
  canCreatePodcast,
  canCreateStation,
  featuresOf,
  hasFeature,
  offeredPlans,
  planName,
  planOfPrice,
  planRefusal,
  plans,
  tracksAllowed,
} from './plans.ts';

const starter = plans.starter.features;

describe('plan limits', () => {
  it.each([
    [{ isPortalAdmin: false, masterStations: 0 }, true],
    [{ isPortalAdmin: false, masterStations: 1 }, false],
    [{ isPortalAdmin: true, masterStations: 99 }, true],
    [{ isPortalAdmin: false, masterStations: undefined }, undefined],
  ])('stations: %o → %s', (at, may) => {
    expect(canCreateStation({ ...at, plan: starter })).toBe(may);
    expect(canCreatePodcast({ isPortalAdmin: at.isPortalAdmin, podcasts: at.masterStations, plan: starter })).toBe(may);
  });

  it('are unknown while the plan is not loaded', () => {
    expect(canCreateStation({ isPortalAdmin: false, masterStations: 0, plan: undefined })).toBeUndefined();
  });

  it('give portal administrators separate limits and every feature', () => {
    const admin = { isPortalAdmin: true, plan: starter };
    expect([tracksAllowed(admin), bitRateAllowed(admin)]).toEqual([10_000, 320_000]);
    expect([hasFeature('geoBlocking', admin), hasFeature('geoBlocking', { ...admin, isPortalAdmin: false })]).toEqual([
      true,
      false,
    ]);
  });

  it('multiply by quantity, and apply custom limits last', () => {
    expect(featuresOf({ plan: 'custom', quantity: 4, custom: {} }).allowedStationsCount).toBe(4);
    expect(featuresOf({ plan: 'prime', quantity: 4, custom: {} }).allowedStationsCount).toBe(3);
    const custom = { allowedStationsCount: 0, allowedTracksCount: 12 };
    expect(featuresOf({ plan: 'premier', quantity: 1, custom })).toMatchObject(custom);
    expect(tracksAllowed({ isPortalAdmin: false, plan: plans.premier.features })).toBe(Infinity);
  });
});

describe('changing the plan', () => {
  const fits = { stations: 1, podcasts: 1, tracks: 1000, bitRate: 128_000 };
  it.each([
    [{}, undefined],
    [{ stations: 2 }, 'stationsCountExceeded'],
    [{ podcasts: 2 }, 'podcastsCountExceeded'],
    [{ tracks: 1001 }, 'maxTracksExceeded'],
    [{ bitRate: 192_000 }, 'maxBitRateExceeded'],
  ])('with %o is refused for %s', (more, reason) => {
    expect(planRefusal({ ...fits, ...more }, starter)).toBe(reason);
  });

  it('ignores tracks if they are unlimited', () => {
    expect(planRefusal({ ...fits, tracks: 1e6 }, plans.premier.features)).toBeUndefined();
  });
});

it('every offered plan has a monthly price and a cheaper yearly one', () => {
  for (const id of offeredPlans) {
    const [month, year] = plans[id].prices;
    expect(planOfPrice(month?.id ?? '')).toEqual({ plan: plans[id], price: month });
    expect(year?.cents).toBeLessThan(12 * (month?.cents ?? 0));
  }
  expect(planOfPrice('price_of_nothing')).toBeUndefined();
});

it('plan names follow the brand', () => {
  expect(planName('prime', beacon)).toBe('Streaming 2');
  expect(limits.trialDays).toBeGreaterThan(0);
});
