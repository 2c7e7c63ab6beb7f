import { Button } from '@mantine/core';
import { IconExternalLink } from '@tabler/icons-react';
import { CopyField } from '#web/ui/CopyField.tsx';
import { Surface } from '#web/ui/Surface.tsx';
import classes from './PublishedPage.module.css';

/** The URL of a station's public page, to copy and to open. */
export const PublishedPage = ({ url }: { url: string }) => (
  <Surface
    title="Station page"
    description="Everyone can listen there, and see what is playing."
    actions={
      <Button
        component="a"
        href={url}
        target="_blank"
        rel="noopener"
        variant="default"
        rightSection={<IconExternalLink size={16} aria-hidden />}
      >
        Open page
      </Button>
    }
  >
    <dl className={classes.list}>
      <CopyField label="Page URL" value={url} />
    </dl>
  </Surface>
);
