import { Button, Group } from '@mantine/core';
import { IconExternalLink } from '@tabler/icons-react';
import { CopyField } from '#web/ui/CopyField.tsx';
import { ShareButton } from '#web/ui/ShareButton.tsx';
import { Surface } from '#web/ui/Surface.tsx';
import classes from './PublishedPage.module.css';

type PublishedPageProps = {
  name: string;
  url: string;
  /** Of the station's player, for other websites. */
  code: string | undefined;
};

/** The URL of a station's public page, to copy, to open and to share. */
export const PublishedPage = ({ name, url, code }: PublishedPageProps) => (
  <Surface
    title="Station page"
    description="Everyone can listen there, and see what is playing."
    actions={
      <Group gap="xs">
        <ShareButton title={name} url={url} code={code} />
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
      </Group>
    }
  >
    <dl className={classes.list}>
      <CopyField label="Page URL" value={url} />
    </dl>
  </Surface>
);
