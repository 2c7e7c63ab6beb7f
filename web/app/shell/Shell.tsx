import { Burger, Group } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { Outlet, useLocation } from '@tanstack/react-router';
import { lazy, Suspense, useEffect } from 'react';
import { usePlayer } from '#web/features/player/shared/player.ts';
import { useUploadsBegun } from '#web/features/library/shared/uploads-begun.ts';
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
  const hasUploads = useUploadsBegun();
  const { close } = nav;
  useEffect(() => close(), [pathname, close]);
  const hasPlayer = player.station !== undefined;
  return (
    <div className={classes.root} data-player={hasPlayer || undefined}>
      <a href="#content" className={classes.skip}>
        Skip to the content
      </a>
      <aside className={classes.navbar} data-open={isOpen || undefined}>
        <Navigation onClose={nav.close} />
      </aside>
      {isOpen && (
        <button type="button" className={classes.veil} aria-label="Close the navigation" onClick={nav.close} />
      )}
      <div className={classes.page}>
        <header className={classes.header}>
          <Burger opened={isOpen} onClick={nav.toggle} hiddenFrom="md" size="sm" aria-label="Navigation" />
          <Breadcrumb />
          <Group gap={6} wrap="nowrap">
            <PaletteButton />
            <Suspense fallback={<div className={classes.you} />}>
              <UserMenu />
            </Suspense>
          </Group>
        </header>
        <main id="content" tabIndex={-1} className={classes.content}>
          <Outlet />
        </main>
      </div>
      {hasPlayer && (
        <div className={classes.footer}>
          <Suspense>
            <PlayerBar />
          </Suspense>
        </div>
      )}
      <Suspense>{hasUploads && <UploadTray isLifted={hasPlayer} />}</Suspense>
    </div>
  );
};
