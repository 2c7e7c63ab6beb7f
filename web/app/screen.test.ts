import { createMemoryHistory, createRouter } from '@tanstack/react-router';
import { QueryClient } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { isOfferedPage, pagesOf } from '#web/lib/pages.ts';
import { frame, screen } from './screen.ts';
import { root } from './shell-route.ts';

const load = () => Promise.resolve({});
const parent = root;
const may = 'account.read';

test('a screen is a route, with what is said about its page', () => {
  const layout = frame({ parent, path: '/accounts/$accountKey', may, flag: 'players', nav: { of: 'shell' } });
  const first = screen({ parent: layout, path: '/', load, name: 'A', title: 'First', may, calls: ['accounts.get'] });
  const edit = screen({ parent: layout, path: '$playerKey/edit', load, name: 'B', title: 'Edit', may, calls: [] });
  const routeTree = root.addChildren([layout.addChildren([first, edit])]);
  const pages = pagesOf(routeTree);
  expect([...pages.keys()]).toEqual(['/accounts/$accountKey', '/accounts/$accountKey/$playerKey/edit']);
  // The first screen has what the frame says and it does not.
  expect(pages.get('/accounts/$accountKey')).toMatchObject({
    ...{ title: 'First', may, nav: { of: 'shell' } },
    screen: { name: 'A', calls: ['accounts.get'] },
  });
  expect(pages.get('/accounts/$accountKey/$playerKey/edit')).toMatchObject({ title: 'Edit', flag: 'players' });
  const router = createRouter({ routeTree, context: { queries: new QueryClient() }, history: createMemoryHistory() });
  expect(router.getMatchedRoutes('/accounts/a-1/y-1/edit')[2]?.fullPath).toBe('/accounts/$accountKey/$playerKey/edit');
  expect(isOfferedPage(undefined)).toBe(true);
});

test('a declaration that lacks something, or names what there is not, does not compile', () => {
  const whole = { load, name: 'A', title: 'A', may, calls: [] } as const;
  const { title, may: right, ...nameless } = whole;
  expect([title, right]).toEqual(['A', may]);
  expect([
    // @ts-expect-error: no parent
    () => screen({ ...whole, path: 'a' }),
    // @ts-expect-error: no path
    () => screen({ ...whole, parent }),
    // @ts-expect-error: no title
    () => screen({ ...nameless, may, parent, path: 'a' }),
    // @ts-expect-error: not said who may open it
    () => screen({ ...nameless, title, parent, path: 'a' }),
    // @ts-expect-error: a key that path-keys.ts does not know
    () => screen({ ...whole, parent, path: 'a/$stationId' }),
    // @ts-expect-error: no such endpoint
    () => screen({ ...whole, parent, path: 'a', calls: ['stations.guess'] }),
    // @ts-expect-error: no such action
    () => screen({ ...whole, parent, path: 'a', may: 'station.guess' }),
    // @ts-expect-error: no such flag
    () => screen({ ...whole, parent, path: 'a', flag: 'guesses' }),
    // @ts-expect-error: the portal has no such icon
    () => screen({ ...whole, parent, path: 'a', nav: { of: 'portal', icon: 'guess' } }),
  ]).toHaveLength(9);
});
