import { redirect } from '@tanstack/react-router';
import type { Flag } from '#contract/brand-flags.ts';
import { brand } from '#brand/brand.ts';

/** Options of a route that only brands with this flag have; in others it is unknown, so it leads to "/" (spec §2). */
export const onlyWith = (flag: Flag) => ({
  beforeLoad: (): void => {
    if (!brand.flags[flag]) throw redirect({ to: '/', replace: true });
  },
});
