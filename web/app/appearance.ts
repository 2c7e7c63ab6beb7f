import { useMediaQuery } from '@mantine/hooks';
import { useMemo } from 'react';
import { usePreferences, type Direction, type ThemeChoice } from '#web/lib/preferences.ts';

export type Appearance = { scheme: 'light' | 'dark'; classNames: readonly string[]; direction: Direction };

/** Resolves the theme choice: `dark` and `semi-dark` are classes of the body (spec §2); 'auto' follows the system. */
export const appearanceOf = (choice: ThemeChoice, systemIsDark: boolean): Omit<Appearance, 'direction'> => {
  const theme = choice === 'auto' ? (systemIsDark ? 'dark' : 'semi-dark') : choice;
  if (theme === 'dark') return { scheme: 'dark', classNames: ['dark'] };
  return { scheme: 'light', classNames: theme === 'semi-dark' ? ['semi-dark'] : [] };
};

/** The appearance for the user's preferences and system. */
export const useAppearance = (): Appearance => {
  const { theme, direction } = usePreferences();
  const systemIsDark = useMediaQuery('(prefers-color-scheme: dark)', undefined, { getInitialValueInEffect: false });
  return useMemo(
    () => ({ ...appearanceOf(theme, systemIsDark ?? false), direction }),
    [theme, systemIsDark, direction],
  );
};
