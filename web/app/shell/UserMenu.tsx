import { Text, VisuallyHidden } from '@mantine/core';
import {
  IconCircleHalf2,
  IconDeviceDesktop,
  IconLogout,
  IconMoon,
  IconSun,
  IconTextDirectionRtl,
  IconUserCog,
} from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { use } from 'react';
import { meQuery } from '#web/features/session/queries.ts';
import { setPreferences, usePreferences, type ThemeChoice } from '#web/lib/preferences.ts';
import { Artwork, initials } from '#web/ui/Artwork.tsx';
import { DropGroup, DropItem, DropMenu } from '#web/ui/menu/DropMenu.tsx';
import { SignOutContext } from '#web/lib/sign-out.ts';
import classes from './UserMenu.module.css';

const themes: readonly [ThemeChoice, string, typeof IconSun][] = [
  ['auto', 'System default', IconDeviceDesktop],
  ['light', 'Light', IconSun],
  ['semi-dark', 'Light with dark navigation', IconCircleHalf2],
  ['dark', 'Dark', IconMoon],
];

/** The signed-in user, the appearance settings, and sign-out. */
export const UserMenu = () => {
  const { data: me } = useQuery(meQuery);
  const { theme, direction } = usePreferences();
  const signOut = use(SignOutContext);
  const name = me ? `${me.basic_info.first_name} ${me.basic_info.last_name}`.trim() || me.email : '';
  const picture = me?.dj_info.image_url;
  return (
    <DropMenu
      label="User menu"
      side="end"
      width={256}
      buttonClass={classes.target}
      button={
        <>
          {picture ? (
            <span className={classes.picture}>
              <Artwork name={name} src={picture} size={34} />
            </span>
          ) : (
            <span className={classes.initials} aria-hidden>
              {initials(name)}
            </span>
          )}
          <VisuallyHidden>User menu: {name}</VisuallyHidden>
        </>
      }
      head={
        <div className={classes.user}>
          <Text fw={600} truncate>
            {name}
          </Text>
          {name !== me?.email && (
            <Text size="sm" c="dimmed" truncate>
              {me?.email}
            </Text>
          )}
        </div>
      }
    >
      <DropGroup>
        <DropItem
          icon={<IconUserCog size={17} aria-hidden />}
          link={(props) => <Link to="/profile/settings" {...props} />}
        >
          Profile settings
        </DropItem>
      </DropGroup>
      <DropGroup label="Appearance">
        {themes.map(([choice, label, Icon]) => (
          <DropItem
            key={choice}
            icon={<Icon size={17} aria-hidden />}
            radio={theme === choice}
            onClick={() => setPreferences({ theme: choice })}
          >
            {label}
          </DropItem>
        ))}
        <DropItem
          icon={<IconTextDirectionRtl size={17} aria-hidden />}
          checkbox={direction === 'rtl'}
          onClick={() => setPreferences({ direction: direction === 'rtl' ? 'ltr' : 'rtl' })}
        >
          Right to left
        </DropItem>
      </DropGroup>
      <DropGroup>
        <DropItem icon={<IconLogout size={17} aria-hidden />} onClick={() => void signOut()}>
          Sign out
        </DropItem>
      </DropGroup>
    </DropMenu>
  );
};
