import { useMediaQuery } from '@mantine/hooks';
import { useMemo } from 'react';
import { usePreferences, type Direction, type ThemeChoice } from '#web/lib/preferences.ts';

export type Appearance = { scheme: 'light' | 'dark'; classNames: readonly string[]; direction: Direction };

/** What a choice comes to: `dark` and `semi-dark` are classes of the body (spec §2); by itself the page follows the system. */
export const appearanceOf = (choice: ThemeChoice, systemIsDark: boolean): Omit<Appearance, 'direction'> => {
  const theme = choice === 'auto' ? (systemIsDark ? 'dark' : 'semi-dark') : choice;
  if (theme === 'dark') return { scheme: 'dark', classNames: ['dark'] };
  return { scheme: 'light', classNames: theme === 'semi-dark' ? ['semi-dark'] : [] };
};

/** How the page looks for this person now. */
export const useAppearance = (): Appearance => {
  const { theme, direction } = usePreferences();
  const systemIsDark = useMediaQuery('(prefers-color-scheme: dark)', undefined, { getInitialValueInEffect: false });
  return useMemo(
    () => ({ ...appearanceOf(theme, systemIsDark ?? false), direction }),
    [theme, systemIsDark, direction],
  );
};
