import { Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { Surface } from '#web/ui/Surface.tsx';

type FieldGroupProps = { title: string; description?: string; children: ReactNode };

/** A titled group of form fields. */
export const FieldGroup = ({ title, description, children }: FieldGroupProps) => (
  <Surface title={title} {...(description !== undefined && { description })}>
    <Stack gap="md">{children}</Stack>
  </Surface>
);
