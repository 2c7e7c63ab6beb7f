import { describe, expect, it } from 'vitest';
import type { SavedView } from '#contract/api/saved-view.ts';
import { isSameSearch, pageOfPath, searchOf, shownView } from './view-state.ts';

const view = (id: string, search: SavedView['search'], own = true): SavedView => {
  return { id, name: id, search, own, page: 'streaming', shared: !own, is_default: false, by: 'Ada' };
};

describe('the state of a page', () => {
  it('drops empty values and ignores the order', () => {
    expect(searchOf({ period: 'today', from: undefined, search: '', compare: false, page: 2 })).toEqual({
      period: 'today',
      compare: false,
      page: 2,
    });
    expect(isSameSearch({ a: 1, b: 'x' }, { b: 'x', a: 1 })).toBe(true);
    expect(isSameSearch({ a: 1 }, { a: '1' })).toBe(false);
  });

  it('prefers the user’s own view to a shared one', () => {
    const views = [view('theirs', { period: 'today' }, false), view('mine', { period: 'today' }), view('other', {})];
    expect(shownView(views, { period: 'today' })?.id).toBe('mine');
    expect(shownView(views, { period: 'thisWeek' })).toBeUndefined();
  });
});

describe('the page of a path', () => {
  it.each([
    ['/accounts/a-1/analytics/streaming', 'streaming'],
    ['/accounts/a-1/stations/s-1/analytics', 'streaming'],
    ['/accounts/a-1/stations/s-1/analytics/', 'streaming'],
    ['/accounts/a-1/analytics/podcasts/full', 'podcasts-full'],
    ['/accounts/a-1/stations/s-1/analytics/raw/archive', 'raw-archive'],
    ['/accounts/a-1/analytics/raw/podcasts', 'raw-podcasts'],
    ['/portal/analytics', 'streaming'],
    ['/accounts/a-1/analytics/reports', undefined],
  ])('%s is %s', (path, page) => expect(pageOfPath(path)).toBe(page));
});
