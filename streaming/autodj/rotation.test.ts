import { describe, expect, it } from 'vitest';
import type { AutoDjRules } from '#contract/engine/engine.ts';
import { readProgress } from './saved-progress.ts';
import { createTrackSelector, initialProgress } from './track-selector.ts';
import { noon, rules, station, track, tracks, wanted } from './testing/selected-tracks.ts';

describe('several playlists', () => {
  type List = NonNullable<AutoDjRules['playlists']>[number];
  const list = (id: string, names: string, more: Partial<List> = {}): List => ({
    id,
    name: id,
    weight: 1,
    shuffle: false,
    exclusive: false,
    hours: [],
    tracks: [...names].map((name) => track(name).key),
    ...more,
  });
  const mixed = (playlists: List[], more: Partial<AutoDjRules> = {}, own = 'abcdef') =>
    wanted(tracks(own), { others: tracks('uvwxyz'), rules: rules({ playlists, ...more }) });
  const noonHours = (from: number, to: number) => [{ days: [7], from: 12 * 60 + from, to: 12 * 60 + to }];

  it('take turns by weight, evenly, each in its own order', () => {
    const one = station(mixed([list('x', 'xyz')], { playlist_weight: 2 }));
    expect(one.names(12)).toBe('axbcydezfaxb');
    const three = station(mixed([list('u', 'uvw', { weight: 3 }), list('x', 'xyz')], { playlist_weight: 1 }));
    const names = [...three.names(50)];
    expect(names.filter((name) => 'uvw'.includes(name))).toHaveLength(30);
    expect(names.filter((name) => 'xyz'.includes(name))).toHaveLength(10);
  });

  it('say which playlist a track is from', () => {
    const played = station(mixed([list('x', 'xyz')])).play(4);
    expect(played.map(({ why }) => why)).toEqual(['first', 'playlist:x', 'order', 'playlist:x']);
  });

  it('are mixed only in their hours, and one that plays alone has no others beside it', () => {
    const one = station(
      mixed([
        list('x', 'xyz', { hours: noonHours(6, 15) }),
        list('u', 'uvw', { exclusive: true, hours: noonHours(15, 24) }),
      ]),
    );
    expect(one.names(10)).toBe('abcxduvwef');
  });

  it('with weight 0 the own playlist plays when no other one does', () => {
    const one = station(mixed([list('x', 'xy', { hours: noonHours(0, 9) })], { playlist_weight: 0 }));
    expect(one.names(5)).toBe('xyxab');
    expect(station(mixed([list('x', 'xy')], {}, '')).names(3)).toBe('xyx');
  });

  it('separate artists and titles across all of them, and make up for turns that separation took', () => {
    const items = [track('a', 'X'), track('b', 'X')];
    const others = [track('x', 'X'), track('y', 'Y'), track('z', 'Z')];
    const separated = rules({ artist_minutes: 8, playlists: [list('x', 'xyz')] });
    const played = station(wanted(items, { others, rules: separated })).play(6);
    expect(played.map(({ name }) => name).join('')).toBe('ayzbyz');
    expect(played.map(({ why }) => why)).toEqual([
      'first',
      'playlist:x',
      'playlist:x',
      'order',
      'playlist:x',
      'playlist:x',
    ]);
  });

  it('never play a track twice in a row that both have', () => {
    const names = [...station(mixed([list('x', 'abc')], {}, 'abc')).names(60)];
    expect(names.some((name, at) => name === names[at - 1])).toBe(false);
  });

  it('continue across a restart as if uninterrupted, and from the positions of dayparts of an older engine', () => {
    const autodj = mixed([list('x', 'xyz', { weight: 2 }), list('u', 'uvw', { shuffle: true })], {
      playlist_weight: 3,
    });
    const one = station(autodj);
    one.names(8);
    expect(one.restarted(autodj).names(40)).toBe(one.names(40));
    const { playlists: parts, credits: _, ...older } = { ...initialProgress, since: 0, last: track('x').key };
    const place = { track: track('x').key, index: 0, round: 0, deferred: [] };
    const saved = { ...older, parts: { ...parts, x: place }, list: 'x', why: 'daypart:x', plays: '' };
    expect(readProgress(place, saved).playlists).toEqual({ x: place });
  });

  it('a change of weights applies at once, without making up for the time before', () => {
    const one = station(mixed([list('x', 'xyz', { weight: 100 })], { playlist_weight: 1 }));
    one.names(50);
    one.change(mixed([list('x', 'xyz')]));
    const names = one.names(10);
    expect([...names].filter((name) => 'xyz'.includes(name)).length).toBeGreaterThanOrEqual(3);
    expect([...names].filter((name) => 'xyz'.includes(name)).length).toBeLessThanOrEqual(7);
  });

  it('one whose files cannot be read is passed over after as many failures', () => {
    const autodj = mixed([list('x', 'xy', { exclusive: true, hours: noonHours(0, 60) })]);
    const selector = createTrackSelector('s-1');
    selector.set(autodj);
    const chosen = (failed: number) => selector.choose(initialProgress, [], noon, failed)?.item.path;
    expect([chosen(0), chosen(2), chosen(3)]).toEqual(['x', 'x', 'a']);
  });
});
