import { describe, expect, it } from 'vitest';
import type { StationDesired } from '#contract/engine/engine.ts';
import { createTrackSelector, initialProgress } from './track-selector.ts';
import { minute, noon, playing, rules, station, track, tracks, wanted } from './testing/selected-tracks.ts';

describe('a playlist', () => {
  it('plays in order and repeats, the first track with the reason “first”', () => {
    expect(station(wanted(tracks('abc'))).names(7)).toBe('abcabca');
    expect(
      station(wanted(tracks('ab')))
        .play(3)
        .map(({ why }) => why),
    ).toEqual(['first', 'order', 'order']);
  });

  it('continues after the current track when the list is edited, and in place when it is removed', () => {
    const one = station(wanted(tracks('abcdef')));
    one.names(3);
    one.change(wanted(tracks('fcbade')));
    expect(one.names(2)).toBe('ba');
    one.change(wanted(tracks('fcbde')));
    one.change(wanted(tracks('fcbde')));
    expect(one.names(2)).toBe('de');
  });
});

describe('a shuffled list', () => {
  const items = tracks('abcdefghijklmnopqrst');
  const shuffle = { shuffle: true };

  it('plays every track once a round, never the same twice in a row, each round in another order', () => {
    const played = [...station(wanted(items, shuffle)).names(200)];
    for (let round = 0; round < 10; round++) {
      expect(new Set(played.slice(round * 20, round * 20 + 20)).size).toBe(20);
    }
    expect(played.some((name, at) => name === played[at - 1])).toBe(false);
    expect(played.slice(0, 20)).not.toEqual(played.slice(20, 40));
  });

  it('is the same for one station, and differs between stations', () => {
    expect(station(wanted(items, shuffle)).names(40)).toBe(station(wanted(items, shuffle)).names(40));
    expect(station(wanted(items, shuffle)).names(40)).not.toBe(station(wanted(items, shuffle), 's-2').names(40));
  });

  it('never plays one of two tracks twice in a row', () => {
    const played = [...station(wanted(tracks('ab'), shuffle)).names(40)];
    expect(played.some((name, at) => name === played[at - 1])).toBe(false);
  });

  it('resumes at its position', () => {
    const one = station(wanted(items, shuffle));
    one.names(27);
    expect(one.restarted(wanted(items, shuffle)).names(30)).toBe(one.names(30));
  });
});

describe('jingles', () => {
  const jingles = [track('1', '', 0.1), track('2', '', 0.1)].map((item) => ({ ...item, kind: 'jingle' as const }));
  const every = (count: number) => wanted(tracks('abc'), { jingles, rules: rules({ jingle_every: count }) });

  it('play after every given number of tracks, in turn', () => {
    const one = station(every(2));
    expect(one.names(9)).toBe('ab1ca2bc1');
    expect(one.play(3).map(({ why }) => why)).toEqual(['order', 'order', 'jingle']);
  });

  it('never play as music, nor when the rules have no jingles', () => {
    expect(station(wanted([...jingles, ...tracks('ab')], { jingles })).names(4)).toBe('abab');
  });

  it('are counted across a restart', () => {
    const one = station(every(3));
    one.names(6);
    expect(one.restarted(every(3)).names(9)).toBe(one.names(9));
  });
});

describe('artist and title separation', () => {
  it('defers a track, plays it as soon as allowed, and gives the reason', () => {
    const items = [track('a', 'X'), track('b', 'X'), ...tracks('cde')];
    const played = station(wanted(items, { rules: rules({ artist_minutes: 6 }) })).play(5);
    expect(played.map(({ name }) => name).join('')).toBe('acbde');
    expect(played.map(({ why }) => why)).toEqual(['first', 'separation', 'separation', 'order', 'order']);
  });

  it('treats spelling variants as one artist, and ignores unknown artists', () => {
    const items = [track('a', 'Björk'), track('b', ' BJO\u0308RK '), track('c', ''), track('d', '')];
    expect(station(wanted(items, { rules: rules({ artist_minutes: 9 }) })).names(4)).toBe('acdb');
  });

  it('separates equal titles of different artists', () => {
    const items = [track('a'), { ...track('b'), title: 'title A' }, ...tracks('cd')];
    expect(station(wanted(items, { rules: rules({ title_minutes: 7 }) })).names(4)).toBe('acdb');
  });

  it('plays the least recently played track when nothing else qualifies', () => {
    const items = [track('a', 'X'), track('b', 'X'), track('c', 'X')];
    expect(station(wanted(items, { rules: rules({ artist_minutes: 60, title_minutes: 60 }) })).names(7)).toBe(
      'abcabca',
    );
  });

  it.each([false, true])('is kept for a day where the list allows it (shuffled: %s)', (shuffle) => {
    const items = Array.from({ length: 120 }, (_, at) => track(`${at}.`, `Artist ${at % 12}`));
    const one = station(wanted(items, { shuffle, rules: rules({ artist_minutes: 30, title_minutes: 120 }) }));
    const last = new Map<string, number>();
    for (const { name, at } of one.play(480)) {
      const { artist, title } = items.find(({ path }) => path === name)!;
      expect(at - (last.get(artist) ?? -Infinity)).toBeGreaterThanOrEqual(30 * minute);
      expect(at - (last.get(title) ?? -Infinity)).toBeGreaterThanOrEqual(120 * minute);
      last.set(artist, at).set(title, at);
    }
  });

  it('loses no track while deferring', () => {
    const items = Array.from({ length: 60 }, (_, at) => track(`${at}.`, `Artist ${Math.floor(at / 20)}`));
    const one = station(wanted(items, { rules: rules({ artist_minutes: 7 }) }));
    const counts = new Map<string, number>();
    for (const { name } of one.play(240)) counts.set(name, (counts.get(name) ?? 0) + 1);
    expect(counts.size).toBe(60);
    expect(Math.max(...counts.values())).toBeLessThanOrEqual(6);
  });

  it('remembers plays and deferred tracks across a restart', () => {
    const items = [...'aabbaacdefgh'].map((letter, at) => track(`${at}.`, letter));
    const autodj = wanted(items, { rules: rules({ artist_minutes: 10, title_minutes: 20 }) });
    const one = station(autodj);
    one.names(7);
    expect(one.restarted(autodj).names(30)).toBe(one.names(30));
  });
});

describe('playlists that play alone in their hours, as dayparts of an older portal', () => {
  const part = (id: string, days: number[], from: number, to: number, names: string) => ({
    id,
    name: id,
    days,
    from,
    to,
    tracks: [...names].map((name) => track(name).key),
  });
  const withParts = (parts: ReturnType<typeof part>[], timezone = 'UTC') =>
    wanted(tracks('abcdef'), { others: tracks('xyz'), rules: rules({ timezone, day_parts: parts }) });
  const namesFrom = (autodj: StationDesired['autodj'], at: number, count: number): string => {
    const selector = createTrackSelector('s-1');
    selector.set(autodj);
    return playing(selector, initialProgress, [], at).names(count);
  };

  it('start with the first track after their minute; the playlist then resumes', () => {
    const one = station(withParts([part('lunch', [7], 12 * 60 + 5, 12 * 60 + 14, 'xyz')]));
    const played = one.play(8);
    expect(played.map(({ name }) => name).join('')).toBe('abxyzcde');
    expect(played[2]).toMatchObject({ why: 'playlist:lunch', at: noon + 6 * minute });
    expect(played[5]!.why).toBe('order');
  });

  it('resume at their position the next time', () => {
    const one = station(
      withParts([part('p', [7], 12 * 60, 12 * 60 + 6, 'xyz'), part('p2', [7], 12 * 60 + 9, 12 * 60 + 12, 'z')]),
    );
    expect(one.names(5)).toBe('xyazb');
  });

  it('extend past midnight into the next day', () => {
    const night = withParts([part('night', [7], 23 * 60 + 57, 6, 'x')]);
    expect(namesFrom(night, Date.UTC(2026, 2, 1, 23, 54), 6)).toBe('axxxbc');
    expect(namesFrom(night, Date.UTC(2026, 2, 1, 0, 0), 1)).toBe('a');
  });

  it('follow the wall clock of the station through summer time', () => {
    const morning = withParts([part('morning', [1, 2, 3, 4, 5, 6, 7], 6 * 60, 7 * 60, 'x')], 'Europe/Berlin');
    expect(namesFrom(morning, Date.UTC(2026, 2, 28, 5, 0), 1)).toBe('x');
    expect(namesFrom(morning, Date.UTC(2026, 2, 29, 5, 0), 1)).toBe('a');
    expect(namesFrom(morning, Date.UTC(2026, 2, 29, 4, 0), 1)).toBe('x');
    const offset = withParts([part('morning', [7], 6 * 60, 7 * 60, 'x')], '+01:30');
    expect(namesFrom(offset, Date.UTC(2026, 2, 29, 4, 30), 1)).toBe('x');
    expect(namesFrom(offset, Date.UTC(2026, 2, 29, 4, 0), 1)).toBe('a');
    const skipped = withParts([part('skipped', [7], 2 * 60, 3 * 60, 'x')], 'Europe/Berlin');
    expect(namesFrom(skipped, Date.UTC(2026, 2, 29, 0, 54), 6)).toBe('abcdef');
    const twice = (at: number) => namesFrom(withParts([part('twice', [7], 120, 180, 'x')], 'Europe/Berlin'), at, 1);
    expect(
      [Date.UTC(2026, 9, 25, 0, 30), Date.UTC(2026, 9, 25, 1, 30), Date.UTC(2026, 9, 25, 2, 0)].map(twice),
    ).toEqual(['x', 'x', 'a']);
  });

  it('are ignored without tracks, and use UTC in an unknown time zone', () => {
    expect(namesFrom(withParts([part('empty', [7], 0, 0, '')]), noon, 2)).toBe('ab');
    expect(namesFrom(withParts([part('noon', [7], 12 * 60, 13 * 60, 'x')], 'Mars/Base'), noon, 1)).toBe('x');
  });

  it('continue across a restart as if uninterrupted', () => {
    const autodj = withParts([part('lunch', [7], 12 * 60 + 5, 12 * 60 + 14, 'xyz')]);
    const one = station(autodj);
    one.names(3);
    expect(one.restarted(autodj).names(20)).toBe(one.names(20));
  });
});

it('accepts a list of 10,000 tracks, shuffled and with rules, in a few milliseconds', () => {
  const items = Array.from({ length: 10_000 }, (_, at) => track(`${at}.`, `Artist ${at % 50}`));
  const one = station(wanted(items, { shuffle: true, rules: rules({ artist_minutes: 60, title_minutes: 600 }) }));
  one.play(300);
  const began = process.threadCpuUsage();
  one.change(wanted(items.toReversed(), { shuffle: true, rules: rules({ artist_minutes: 60, title_minutes: 600 }) }));
  one.play(1);
  expect(process.threadCpuUsage(began).user / 1000).toBeLessThan(100);
});
