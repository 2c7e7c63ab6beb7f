import { expect, it } from 'vitest';
import { nextSource, type Seen, type SourceState } from './source-watch.ts';

/** The state after these sources, a second apart. */
const after = (...seen: (Seen['source'] | Seen)[]): SourceState & Seen =>
  seen
    .map((one): Seen => (typeof one === 'string' ? { source: one, status: 'active' } : one))
    .reduce<(SourceState & Seen) | undefined>((before, now, i) => nextSource(before, now, i * 1000), undefined)!;

it('tracks since when a source plays, with silence and nothing as one source', () => {
  expect(after('autodj', 'autodj', 'autodj').source_since).toBe(0);
  expect(after('autodj', 'silence', 'silence', 'none').source_since).toBe(1000);
  expect(after('silence', 'live').source_since).toBe(1000);
  expect(after({ source: 'none', status: 'inactive' }, 'silence').source_since).toBe(1000);
});

it('reports a lost encoder until one connects or the station stops', () => {
  expect(after('autodj', 'autodj').encoder_lost).toBeNull();
  expect(after('live', 'autodj', 'autodj').encoder_lost).toBe(1000);
  expect(after('live', 'silence', 'autodj').encoder_lost).toBe(1000);
  expect(after('live', 'autodj', 'live').encoder_lost).toBeNull();
  expect(after('live', 'autodj', { source: 'none', status: 'inactive' }).encoder_lost).toBeNull();
});
