import { expect, it } from 'vitest';
import type { StationDesired } from '#contract/engine/engine.ts';
import { secretStations } from './secret-stations.ts';

it('finds a station by its current secret, and scans all stations at most once a second', () => {
  let now = 0;
  let scans = 0;
  const stations = new Map([['s-1', { key: 's-1', relay_secret: 'first' }]]);
  const find = secretStations(
    {
      keys: () => (scans++, [...stations.keys()] as StationDesired['key'][]),
      desired: (key) => stations.get(key) as StationDesired | undefined,
    },
    () => now,
  );
  expect(find('first')?.key).toBe('s-1');
  for (let i = 0; i < 100; i++) expect(find('guessed')).toBeUndefined();
  expect(scans).toBe(1);
  stations.set('s-1', { key: 's-1', relay_secret: 'second' });
  expect(find('first')).toBeUndefined();
  now = 1000;
  expect([find('second')?.key, find(''), scans]).toEqual(['s-1', undefined, 2]);
  stations.delete('s-1');
  expect(find('second')).toBeUndefined();
});
