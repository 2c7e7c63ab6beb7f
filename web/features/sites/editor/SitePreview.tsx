import { Group, Skeleton, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { AccountKey } from '#contract/rules/keys.ts';
import type { SiteContent } from '#contract/api/site.ts';
import { asApiError } from '#web/lib/api-error.ts';
import { Surface } from '#web/ui/Surface.tsx';
import { Segments } from '#web/ui/form/Segments.tsx';
import { sitePreviewQuery } from '../queries.ts';
import classes from './Editor.module.css';

type Mode = 'auto' | 'light' | 'dark';
type SitePreviewProps = { accountKey: AccountKey; content: SiteContent; page: string };

const settleMs = 400;
const widths = [
  { value: '390px', label: 'Phone' },
  { value: '768px', label: 'Tablet' },
  { value: '100%', label: 'Full' },
];
const modes = [
  { value: 'auto', label: 'As set' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
] as const;

/** The page as it would be published, with what isn't saved yet. */
export const SitePreview = ({ accountKey, content, page }: SitePreviewProps) => {
  const [width, setWidth] = useState('100%');
  const [mode, setMode] = useState<Mode>('auto');
  const [draft] = useDebouncedValue(content, settleMs);
  const { data, error } = useQuery(sitePreviewQuery(accountKey, { draft, page, mode }));
  // The page as it was, until the next one arrives, and while fields are incomplete.
  const [html, setHtml] = useState<string>();
  if (data && data.html !== html) setHtml(data.html);
  return (
    <Surface title="Preview" description="As it will look, with what you have not saved yet">
      <Group gap="sm" mb="sm">
        <Segments size="xs" aria-label="Width" data={widths} value={width} onChange={setWidth} />
        <Segments size="xs" aria-label="Colours" data={modes} value={mode} onChange={setMode} />
      </Group>
      {error && (
        <Text size="sm" c="var(--mantine-color-error)" mb="sm" role="status">
          {asApiError(error).code === 'request.invalid'
            ? 'Some fields are not complete yet. The preview shows the page as it was before.'
            : asApiError(error).text}
        </Text>
      )}
      <div className={classes.stage}>
        {html !== undefined ? (
          <iframe title="Preview of the page" sandbox="" srcDoc={html} className={classes.frame} style={{ width }} />
        ) : (
          <Skeleton className={classes.frame} role="status" aria-label="Loading" />
        )}
      </div>
    </Surface>
  );
};
