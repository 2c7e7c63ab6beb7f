import { ActionIcon, Kbd, UnstyledButton } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { loadChunk } from '#web/lib/chunks.ts';
import classes from './PaletteButton.module.css';

const Palette = lazy(() =>
  loadChunk(() => import('#web/features/palette/Palette.tsx')).then((part) => ({ default: part.Palette })),
);
const isMac = /mac|iphone|ipad/i.test(navigator.userAgent);

/** Opens the command palette, also with Ctrl/⌘-K; its code is loaded on first use. */
export const PaletteButton = () => {
  const [requests, setRequests] = useState(0);
  const open = (): void => setRequests((count) => count + 1);
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
      <Suspense>{requests > 0 && <Palette asked={requests} />}</Suspense>
    </>
  );
};
