import { ActionIcon, Kbd, UnstyledButton } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import type { AccountKey, StationKey } from '#contract/rules/keys.ts';
import { meQuery, rolesOf } from '#web/features/session/queries.ts';
import { checkAccess } from '../access.ts';
import { loadChunk } from '#web/lib/chunks.ts';
import { isOfferedPage, usePages } from '#web/lib/pages.ts';
import classes from './PaletteButton.module.css';

const Palette = lazy(() =>
  loadChunk(() => import('#web/features/palette/Palette.tsx')).then((part) => ({ default: part.Palette })),
);
const isMac = /mac|iphone|ipad/i.test(navigator.userAgent);

/** Opens the command palette, also with Ctrl/⌘-K; its code is loaded on first use. */
export const PaletteButton = () => {
  const [requests, setRequests] = useState(0);
  const open = (): void => setRequests((count) => count + 1);
  const { data: me } = useQuery(meQuery);
  const pages = usePages();
  const mayOpen = (route: string, params: { accountKey?: AccountKey; stationKey?: StationKey }): boolean => {
    const page = pages.get(route);
    if (me === undefined || page === undefined || !isOfferedPage(page.flag)) return false;
    return checkAccess({ may: page.may, params }, rolesOf(me, params)) === 'open';
  };
  useHotkeys([['mod+K', open]], []);
  return (
    <>
      <UnstyledButton className={classes.wide} onClick={open} visibleFrom="sm">
        <IconSearch size={16} aria-hidden />
        <span>Search or go to…</span>
        <Kbd size="xs">{isMac ? '⌘' : 'Ctrl'} K</Kbd>
      </UnstyledButton>
      <ActionIcon onClick={open} hiddenFrom="sm" aria-label="Search or go to" size={40}>
        <IconSearch size={20} aria-hidden />
      </ActionIcon>
      <Suspense>{requests > 0 && <Palette asked={requests} mayOpen={mayOpen} />}</Suspense>
    </>
  );
};
