import { SimpleGrid } from '@mantine/core';
import type { ReactNode } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import type { PortalSettings } from '#contract/api/portal.ts';
import { Surface } from '#web/ui/Surface.tsx';

export type SettingsForm = UseFormReturn<PortalSettings, unknown, PortalSettings>;

/** Some of the general settings under a heading, in two columns. */
export const SettingsGroup = ({
  title,
  description,
  children,
}: {
  title: string;
  description: string;
  children: ReactNode;
}) => (
  <Surface title={title} description={description}>
    <SimpleGrid cols={{ base: 1, sm: 2 }}>{children}</SimpleGrid>
  </Surface>
);
