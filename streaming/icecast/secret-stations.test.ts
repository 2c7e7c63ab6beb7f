import { expect, it } from 'vitest';
import type { StationDesired } from '#contract/engine.ts';
import { secretStations } from './secret-stations.ts';

it('finds a station by its secret of now, and looks through all at most once a second', () => {
  let now = 0;
  let looks = 0;
  const there = new Map([['s-1', { key: 's-1', relay_secret: 'first' }]]);
  const find = secretStations(
    {
      keys: () => (looks++, [...there.keys()] as StationDesired['key'][]),
      desired: (key) => there.get(key) as StationDesired | undefined,
    },
    () => now,
  );
  expect(find('first')?.key).toBe('s-1');
  for (let i = 0; i < 100; i++) expect(find('guessed')).toBeUndefined();
  expect(looks).toBe(1);
  there.set('s-1', { key: 's-1', relay_secret: 'second' });
  expect(find('first')).toBeUndefined();
  now = 1000;
  expect([find('second')?.key, find(''), looks]).toEqual(['s-1', undefined, 2]);
  there.delete('s-1');
  expect(find('second')).toBeUndefined();
});
