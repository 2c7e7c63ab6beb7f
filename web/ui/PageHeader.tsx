import { Group, Text, Title } from '@mantine/core';
import { useEffect, type ReactNode } from 'react';
import { brand } from '#brand/brand.ts';
import classes from './PageHeader.module.css';

type PageHeaderProps = {
  title: string;
  /** Window title, if the heading alone would be ambiguous. */
  windowTitle?: string;
  description?: ReactNode;
  before?: ReactNode;
  actions?: ReactNode;
};

/** A screen's heading; also sets the window title "<page> - <brand>" (spec §2). */
export const PageHeader = ({ title, windowTitle = title, description, before, actions }: PageHeaderProps) => {
  usePageTitle(windowTitle);
  return (
    <Group justify="space-between" align="flex-end" gap="md" mb="lg" className={classes.root}>
      <Group gap="md" wrap="nowrap" miw={0}>
        {before}
        <div className={classes.words}>
          <Title order={1} className={classes.title}>
            {title}
          </Title>
          {description !== undefined && (
            <Text c="dimmed" mt={4} component="div">
              {description}
            </Text>
          )}
        </div>
      </Group>
      {actions !== undefined && (
        <Group gap="xs" maw="100%">
          {actions}
        </Group>
      )}
    </Group>
  );
};

/** Sets the window title "<page> - <brand>". */
export const usePageTitle = (title: string): void => {
  useEffect(() => {
    document.title = `${title} - ${brand.name}`;
  }, [title]);
};
