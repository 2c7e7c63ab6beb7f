import { notFound } from '@tanstack/react-router';
import type { Flag } from '#contract/brand-flags.ts';
import { brand } from '#brand/brand.ts';
import { NotFoundScreen } from '#web/features/session/ErrorScreens.tsx';

/** Options of a route that needs a brand flag (spec §2); without it the not-found page shows within the layout. */
export const requiresFlag = (flag: Flag) => ({
  beforeLoad: (): void => {
    if (!brand.flags[flag]) throw notFound();
  },
  notFoundComponent: NotFoundScreen,
});
