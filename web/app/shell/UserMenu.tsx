import { Menu, Text, UnstyledButton, VisuallyHidden } from '@mantine/core';
import { IconCircleHalf2, IconDeviceDesktop, IconLogout, IconMoon, IconSun, IconUserCog } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { use } from 'react';
import { meQuery } from '#web/features/session/queries.ts';
import { setPreferences, usePreferences, type ThemeChoice } from '#web/lib/preferences.ts';
import { initials } from '#web/ui/Artwork.tsx';
import { SignOutContext } from './sign-out.ts';
import classes from './UserMenu.module.css';

const themes: readonly [ThemeChoice, string, typeof IconSun][] = [
  ['auto', 'Like the system', IconDeviceDesktop],
  ['light', 'Light', IconSun],
  ['semi-dark', 'Light, dark navigation', IconCircleHalf2],
  ['dark', 'Dark', IconMoon],
];

/** Who is signed in, how the page looks, and the way out. */
export const UserMenu = () => {
  const { data: me } = useQuery(meQuery);
  const { theme } = usePreferences();
  const signOut = use(SignOutContext);
  const name = me ? `${me.basic_info.first_name} ${me.basic_info.last_name}`.trim() || me.email : '';
  return (
    <Menu width={248} position="bottom-end">
      <Menu.Target>
        <UnstyledButton className={classes.target}>
          <span className={classes.you} aria-hidden>
            {initials(name)}
          </span>
          <VisuallyHidden>You: {name}</VisuallyHidden>
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <div className={classes.who}>
          <Text fw={600} truncate>
            {name}
          </Text>
          {name !== me?.email && (
            <Text size="sm" c="dimmed" truncate>
              {me?.email}
            </Text>
          )}
        </div>
        <Menu.Divider />
        <Menu.Item
          leftSection={<IconUserCog size={17} aria-hidden />}
          renderRoot={(props) => <Link to="/profile/settings" {...props} />}
        >
          Profile settings
        </Menu.Item>
        <Menu.Divider />
        <Menu.Label>Appearance</Menu.Label>
        {themes.map(([choice, label, Icon]) => (
          <Menu.Item
            key={choice}
            leftSection={<Icon size={17} aria-hidden />}
            onClick={() => setPreferences({ theme: choice })}
            aria-current={theme === choice ? 'true' : undefined}
            className={theme === choice ? classes.chosen : undefined}
            closeMenuOnClick={false}
          >
            {label}
          </Menu.Item>
        ))}
        <Menu.Divider />
        <Menu.Item leftSection={<IconLogout size={17} aria-hidden />} onClick={() => void signOut()}>
          Sign out
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
};
