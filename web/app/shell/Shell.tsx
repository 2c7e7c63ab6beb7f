import { Burger, Group } from '@mantine/core';
import { useDisclosure, useHotkeys, useMediaQuery } from '@mantine/hooks';
import { Outlet, useLocation } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useRef } from 'react';
import { brand } from '#brand/brand.ts';
import { usePlayer } from '#web/features/player/shared/player.ts';
import { useHasUploads } from '#web/features/uploads/shared/upload-tray-state.ts';
import { loadChunk } from '#web/lib/chunks.ts';
import { ScreenSkeleton } from '#web/ui/ScreenSkeleton.tsx';
import { Guarded } from './Guarded.tsx';
import { Navigation } from './Navigation.tsx';
import { PaletteButton } from './PaletteButton.tsx';
import classes from './Shell.module.css';

const Breadcrumb = lazy(() =>
  loadChunk(() => import('./Breadcrumb.tsx')).then((part) => ({ default: part.Breadcrumb })),
);
const UserMenu = lazy(() => loadChunk(() => import('./UserMenu.tsx')).then((part) => ({ default: part.UserMenu })));
const PlayerBar = lazy(() =>
  loadChunk(() => import('#web/features/player/PlayerBar.tsx')).then((part) => ({ default: part.PlayerBar })),
);
const DuePosts = lazy(() =>
  loadChunk(() => import('#web/features/portal/shared/ActivePosts.tsx')).then((part) => ({
    default: part.ActivePosts,
  })),
);
const ChatSupport = lazy(() =>
  loadChunk(() => import('#web/features/session/ChatSupport.tsx')).then((part) => ({ default: part.ChatSupport })),
);
const UploadTray = lazy(() =>
  loadChunk(() => import('#web/features/uploads/UploadTray.tsx')).then((part) => ({ default: part.UploadTray })),
);

/** Where posts are shown: the start page and the dashboards of accounts. */
const isDashboard = (pathname: string): boolean => /^\/(accounts\/a-[^/]+\/?)?$/.test(pathname);

const Inbox = lazy(() =>
  loadChunk(() => import('#web/features/inbox/Inbox.tsx')).then((part) => ({ default: part.Inbox })),
);

/** What stays while screens come and go: navigation, the way here, the palette, the player and the uploads. */
export const Shell = () => {
  const [isOpen, nav] = useDisclosure(false);
  const { pathname } = useLocation();
  const player = usePlayer();
  const hasUploads = useHasUploads();
  const { close } = nav;
  useEffect(() => close(), [pathname, close]);
  const hasPlayer = player.station !== undefined;
  // Under the navigation of a phone nothing else can be reached.
  const isCovered = (useMediaQuery('(max-width: 61.99em)') ?? false) && isOpen;
  useHotkeys([['Escape', close]], []);
  const aside = useRef<HTMLElement>(null);
  const burger = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (!isCovered) return undefined;
    aside.current?.querySelector<HTMLElement>('button, a')?.focus();
    const opener = burger.current;
    return () => void setTimeout(() => opener?.focus());
  }, [isCovered]);
  return (
    <div className={classes.root} data-player={hasPlayer || undefined}>
      <a href="#content" className={classes.skip}>
        Skip to the content
      </a>
      <aside ref={aside} className={classes.navbar} data-open={isOpen || undefined}>
        <Navigation onClose={nav.close} />
      </aside>
      {isOpen && (
        <button type="button" className={classes.veil} aria-label="Close the navigation" onClick={nav.close} />
      )}
      <div className={classes.page} inert={isCovered}>
        <header className={classes.header}>
          <Burger ref={burger} opened={isOpen} onClick={nav.toggle} hiddenFrom="md" size="sm" aria-label="Navigation" />
          <Suspense fallback={<div className={classes.way} />}>
            <Breadcrumb />
          </Suspense>
          <Group gap={6} wrap="nowrap">
            <PaletteButton />
            <Suspense fallback={<div className={classes.bell} />}>
              <Inbox />
            </Suspense>
            <Suspense fallback={<div className={classes.you} />}>
              <UserMenu />
            </Suspense>
          </Group>
        </header>
        <main id="content" tabIndex={-1} className={classes.content}>
          <Suspense fallback={<ScreenSkeleton />}>
            <Guarded>
              {brand.flags.portalContent && isDashboard(pathname) && (
                <Suspense>
                  <DuePosts />
                </Suspense>
              )}
              <Outlet />
            </Guarded>
          </Suspense>
        </main>
      </div>
      {hasPlayer && (
        <div className={classes.footer} inert={isCovered}>
          <Suspense>
            <PlayerBar />
          </Suspense>
        </div>
      )}
      <Suspense>
        <ChatSupport />
      </Suspense>
      <Suspense>{hasUploads && <UploadTray isLifted={hasPlayer} />}</Suspense>
    </div>
  );
};
