import { notFound } from '@tanstack/react-router';
import type { Flag } from '#contract/brand-flags.ts';
import { brand } from '#brand/brand.ts';
import { NotFoundScreen } from '#web/features/session/ErrorScreens.tsx';

/** The part of a route that only some brands have (spec §2): in the others its place shows the not-found page, within the layout. */
export const onlyWith = (flag: Flag) => ({
  beforeLoad: (): void => {
    if (!brand.flags[flag]) throw notFound();
  },
  notFoundComponent: NotFoundScreen,
});
