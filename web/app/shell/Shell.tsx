import { Burger, Group } from '@mantine/core';
import { useDisclosure, useHotkeys, useMediaQuery } from '@mantine/hooks';
import { Outlet, useLocation, useParams } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useRef } from 'react';
import type { AccountKey } from '#contract/rules/keys.ts';
import { PaymentBar } from '#web/features/billing/shared/PaymentBar.tsx';
import { Inbox } from '#web/features/inbox/Inbox.tsx';
import { usePlayer } from '#web/features/player/shared/player.ts';
import { ChatSupport } from '#web/features/session/ChatSupport.tsx';
import { useHasUploads } from '#web/features/uploads/shared/upload-tray-state.ts';
import { loadChunk } from '#web/lib/chunks.ts';
import { SaveBarPage } from '#web/ui/form/SaveBar.tsx';
import { ScreenSkeleton } from '#web/ui/ScreenSkeleton.tsx';
import { Breadcrumb } from './Breadcrumb.tsx';
import { Guarded } from './Guarded.tsx';
import { Navigation } from './Navigation.tsx';
import { PaletteButton } from './PaletteButton.tsx';
import classes from './Shell.module.css';
import { SeeAsBar } from './SeeAsBar.tsx';
import { UserMenu } from './UserMenu.tsx';

const PlayerBar = lazy(() =>
  loadChunk(() => import('#web/features/player/PlayerBar.tsx')).then((part) => ({ default: part.PlayerBar })),
);
const UploadTray = lazy(() =>
  loadChunk(() => import('#web/features/uploads/UploadTray.tsx')).then((part) => ({ default: part.UploadTray })),
);

/** The layout that stays while screens change: navigation, breadcrumb, palette, player and uploads. */
export const Shell = () => {
  const [isOpen, nav] = useDisclosure(false);
  const { pathname } = useLocation();
  const { accountKey } = useParams({ strict: false }) as { accountKey?: AccountKey };
  const player = usePlayer();
  const hasUploads = useHasUploads();
  const { close } = nav;
  useEffect(() => close(), [pathname, close]);
  const hasPlayer = player.station !== undefined;
  // On a phone the open navigation covers the page, so nothing else may take focus.
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
        Skip to content
      </a>
      <aside ref={aside} className={classes.navbar} data-open={isOpen || undefined}>
        <Navigation onClose={nav.close} />
      </aside>
      {isOpen && <button type="button" className={classes.veil} aria-label="Close navigation" onClick={nav.close} />}
      <div className={classes.page} inert={isCovered}>
        <header className={classes.header}>
          <Burger ref={burger} opened={isOpen} onClick={nav.toggle} hiddenFrom="md" size="sm" aria-label="Navigation" />
          <Breadcrumb />
          <Group gap={6} wrap="nowrap">
            <PaletteButton />
            <Inbox />
            <UserMenu />
          </Group>
        </header>
        <SeeAsBar />
        {accountKey !== undefined && <PaymentBar accountKey={accountKey} />}
        <main id="content" tabIndex={-1} className={classes.content}>
          <Suspense fallback={<ScreenSkeleton />}>
            <Guarded>
              <SaveBarPage>
                <Outlet />
              </SaveBarPage>
            </Guarded>
          </Suspense>
        </main>
      </div>
      {hasPlayer && (
        <div className={classes.footer} inert={isCovered} data-bar>
          <Suspense>
            <PlayerBar />
          </Suspense>
        </div>
      )}
      <ChatSupport />
      <Suspense>{hasUploads && <UploadTray isLifted={hasPlayer} />}</Suspense>
    </div>
  );
};
