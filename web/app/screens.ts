import type { Flag } from '#contract/rules/brand-flags.ts';
import { pagesOf } from '#web/lib/pages.ts';
import { routeTree } from './route-tree.ts';

/** A screen, by its route with `{keys}`. */
type ScreenRow = { route: string; file: string; flag: Flag | undefined; calls: readonly string[] };

/** The file that a screen is loaded from, as its declaration says. */
const fileOf = (load: (() => Promise<object>) | 'first'): string => {
  if (load === 'first') return 'web/features/session/ErrorScreens.tsx';
  return /#(web\/[\w./-]+)/.exec(String(load))?.[1] ?? '';
};

/**
 * Every screen once, for tests and `docs/MAP.md`: those of podcasts, which have two paths, by the path below their account. Built pages
 * lack the calls.
 */
export const screens: readonly ScreenRow[] = [...pagesOf(routeTree)].flatMap(([route, { screen, flag }]) =>
  screen && !/\/stations\/\$stationKey\/podcasts/.test(route)
    ? [{ route: route.replaceAll(/\$(\w+)/g, '{$1}'), file: fileOf(screen.load), flag, calls: screen.calls }]
    : [],
);
