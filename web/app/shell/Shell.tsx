import { AppShell, Burger, Group } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { Outlet, useLocation } from '@tanstack/react-router';
import { lazy, Suspense, useEffect } from 'react';
import { usePlayer } from '#web/features/player/shared/player.ts';
import { useUploads } from '#web/features/library/shared/upload-store.ts';
import { loadChunk } from '#web/lib/chunks.ts';
import { Breadcrumb } from './Breadcrumb.tsx';
import { Navigation } from './Navigation.tsx';
import { PaletteButton } from './PaletteButton.tsx';
import classes from './Shell.module.css';

const UserMenu = lazy(() => loadChunk(() => import('./UserMenu.tsx')).then((part) => ({ default: part.UserMenu })));
const PlayerBar = lazy(() =>
  loadChunk(() => import('#web/features/player/PlayerBar.tsx')).then((part) => ({ default: part.PlayerBar })),
);
const UploadTray = lazy(() =>
  loadChunk(() => import('#web/features/library/UploadTray.tsx')).then((part) => ({ default: part.UploadTray })),
);

/** What stays while screens come and go: navigation, the way here, the palette, the player and the uploads. */
export const Shell = () => {
  const [isOpen, nav] = useDisclosure(false);
  const { pathname } = useLocation();
  const player = usePlayer();
  const uploads = useUploads();
  useEffect(nav.close, [pathname, nav.close]);
  return (
    <AppShell
      header={{ height: 56 }}
      navbar={{ width: 256, breakpoint: 'md', collapsed: { mobile: !isOpen } }}
      footer={{ height: 72, collapsed: player.station === undefined }}
      layout="alt"
      padding={0}
    >
      <a href="#content" className={classes.skip}>
        Skip to the content
      </a>
      <AppShell.Header className={classes.header} withBorder={false}>
        <Burger opened={isOpen} onClick={nav.toggle} hiddenFrom="md" size="sm" aria-label="Navigation" />
        <Breadcrumb />
        <Group gap={6} wrap="nowrap">
          <PaletteButton />
          <Suspense fallback={<div className={classes.you} />}>
            <UserMenu />
          </Suspense>
        </Group>
      </AppShell.Header>
      <AppShell.Navbar className={classes.navbar} withBorder={false} component="aside">
        <Navigation onClose={nav.close} />
      </AppShell.Navbar>
      <AppShell.Main className={classes.main}>
        <div id="content" tabIndex={-1} className={classes.content}>
          <Outlet />
        </div>
      </AppShell.Main>
      {player.station !== undefined && (
        <AppShell.Footer withBorder={false} className={classes.footer}>
          <Suspense>
            <PlayerBar />
          </Suspense>
        </AppShell.Footer>
      )}
      <Suspense>{uploads.items.length > 0 && <UploadTray isLifted={player.station !== undefined} />}</Suspense>
    </AppShell>
  );
};
