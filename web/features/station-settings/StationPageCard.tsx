import { Anchor, Button, Text } from '@mantine/core';
import { IconExternalLink } from '@tabler/icons-react';
import { getRouteApi, Link } from '@tanstack/react-router';
import { CopyField } from '#web/ui/CopyField.tsx';
import { Surface } from '#web/ui/Surface.tsx';
import classes from './StationSettings.module.css';

const route = getRouteApi('/shell/accounts/$accountKey/stations/$stationKey');

/** The station's public page: its URL to copy and to open; without a page, how to get one. */
export const StationPageCard = ({ url }: { url: string | null }) => {
  const { accountKey, stationKey } = route.useParams();
  if (url === null)
    return (
      <Surface title="Station page">
        <Text size="sm">
          The station has no public page. Stations have one while they are active and{' '}
          <Anchor
            inherit
            underline="always"
            renderRoot={(props) => (
              <Link
                to="/accounts/$accountKey/stations/$stationKey/settings/info"
                params={{ accountKey, stationKey }}
                {...props}
              />
            )}
          >
            published
          </Anchor>
          .
        </Text>
      </Surface>
    );
  return (
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
};
