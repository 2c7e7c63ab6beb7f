import { expect, test } from 'vitest';
import type { StationLive } from '#contract/api/session.ts';
import { upNext } from './up-next.ts';

const track = (key: string) => ({ key, title: key, artist: '', kind: 'music' as const });
const queued = (id: string, key: string) => ({ id, key, title: key, artist: '', duration: 1, by: 'Anna' });
const air = (queue: ReturnType<typeof queued>[]): StationLive['air'] => ({ queue, stop: null, barred_until: null });
const titles = (live: Parameters<typeof upNext>[0]) =>
  upNext(live).map(({ title, queued: by }) => (by ? `${title} by ${by.by}` : title));

test('marks queued tracks within the forecast, and adds those beyond it', () => {
  const queue = [queued('1', 'A'), queued('2', 'B'), queued('3', 'C')];
  expect(titles({ source: 'autodj', next: [track('X'), track('A'), track('B')], air: air(queue) })).toEqual([
    'X',
    'A by Anna',
    'B by Anna',
    'C by Anna',
  ]);
});

test('tells requests of listeners from what the team queued', () => {
  const queue = [{ ...queued('1', 'A'), requested: true }, queued('2', 'B')];
  const rows = upNext({ source: 'live', air: air(queue) });
  expect(rows.map((row) => row.queued?.isRequest)).toEqual([true, false]);
});

test('lists only the queue while another source is on the air', () => {
  expect(titles({ source: 'live', next: [track('X')], air: air([queued('1', 'A')]) })).toEqual(['A by Anna']);
});

test('lists the forecast of an engine that knows no queue', () => {
  expect(titles({ source: 'autodj', next: [track('X')] })).toEqual(['X']);
});
