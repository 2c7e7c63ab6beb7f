import { isOfferedPage, type Pages } from '#web/lib/pages.ts';

/** An entry of the navigation: the route of its page, that of the first page below it if it only leads there, and its icon's name. */
type Entry = { route: string; to: string; name: string; icon: string };

/** The entries of an account or of the portal that this brand has, in the order of the declarations. */
export const navEntriesOf = (pages: Pages, of: 'account' | 'portal'): Entry[] =>
  [...pages].flatMap(([route, { nav, title, flag }]) => {
    if (nav === undefined || nav.of === 'shell' || nav.of !== of || !isOfferedPage(flag)) return [];
    const { icon, first, name = typeof title === 'string' ? title : '' } = nav;
    return [{ route, to: first === undefined ? route : `${route}/${first}`, name, icon }];
  });
