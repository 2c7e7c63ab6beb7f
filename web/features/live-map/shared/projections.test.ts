import { geoCentroid } from 'd3-geo';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, test } from 'vitest';
import { shapesOf, type Shape } from './map-shapes.ts';
import { countryProjection, worldProjection } from './projections.ts';

const size = { width: 620, height: 310 };
const shapesIn = (detail: string): Shape[] => {
  const path = createRequire(import.meta.url).resolve(`world-atlas/countries-${detail}.json`);
  return shapesOf(JSON.parse(readFileSync(path, 'utf8')) as never);
};
const fine = shapesIn('50m');
const geometriesOf = (iso: string) => fine.filter((shape) => shape.iso === iso).map(({ geometry }) => geometry);
const isWithin = (point: [number, number] | null): boolean =>
  point !== null && point[0] >= 0 && point[0] <= size.width && point[1] >= 0 && point[1] <= size.height;
const at = (iso: string, longitude: number, latitude: number, cities: { longitude: number; latitude: number }[] = []) =>
  isWithin(countryProjection(geometriesOf(iso), cities, size)([longitude, latitude]));

test('shows every country on the world map', () => {
  const projection = worldProjection(size);
  for (const { iso, geometry } of fine)
    if (iso !== 'AQ') expect(isWithin(projection(geoCentroid(geometry))), iso).toBe(true);
});

test('centres on the main part of a country', () => {
  for (const { iso, name } of fine) {
    if (iso === '') continue;
    const projection = countryProjection(geometriesOf(iso), [], size);
    expect(projection.scale(), name).toBeGreaterThan(100);
    expect(Number.isFinite(projection.translate()[0]), name).toBe(true);
  }
  expect([at('US', -87.6, 41.9), at('US', -157.8, 21.3)]).toEqual([true, false]);
  expect([at('AU', 151.2, -33.9), at('AU', 115.9, -31.9)]).toEqual([true, true]);
  expect([at('FR', 2.35, 48.86), at('FR', -52.3, 4.9)]).toEqual([true, false]);
  expect([at('RU', 37.6, 55.8), at('RU', 131.9, 43.1)]).toEqual([true, true]);
  expect([at('CY', 33.4, 35.2), at('NZ', 174.8, -36.8), at('NZ', 170.5, -45.9)]).toEqual([true, true, true]);
});

test('shows a city near its country but not a distant one', () => {
  const corsica = { longitude: 8.7, latitude: 41.9 };
  const reunion = { longitude: 55.5, latitude: -20.9 };
  expect(at('FR', 8.7, 41.9, [corsica])).toBe(true);
  expect([at('FR', 55.5, -20.9, [reunion]), at('FR', 2.35, 48.86, [reunion])]).toEqual([false, true]);
});

test('centres on the cities of a territory that the map lacks', () => {
  const gibraltar = { longitude: -5.35, latitude: 36.14 };
  expect(isWithin(countryProjection([], [gibraltar], size)([-5.35, 36.14]))).toBe(true);
  expect(countryProjection([], [], size).scale()).toBeGreaterThan(0);
});
