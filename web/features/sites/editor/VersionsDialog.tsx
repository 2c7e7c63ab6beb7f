import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { AccountKey } from '#contract/rules/keys.ts';
import type { Site } from '#contract/api/site.ts';
import { count, moment } from '#web/lib/format.ts';
import { toastSuccess } from '#web/lib/toasts.tsx';
import { Failure } from '#web/ui/Failure.tsx';
import { ScreenSkeleton } from '#web/ui/ScreenSkeleton.tsx';
import { siteVersionsQuery, useRestoreSite } from '../queries.ts';
import classes from './Editor.module.css';

type VersionsDialogProps = {
  accountKey: AccountKey;
  opened: boolean;
  revision: number;
  isDirty: boolean;
  onClose: () => void;
  onRestored: (site: Site) => void;
};

/** The published versions, each of which can become the draft again. */
export const VersionsDialog = (props: VersionsDialogProps) => {
  const { accountKey, opened, revision, isDirty, onClose, onRestored } = props;
  const { data, error } = useQuery({ ...siteVersionsQuery(accountKey), enabled: opened });
  const restore = useRestoreSite(accountKey);
  return (
    <Modal opened={opened} onClose={onClose} title="Versions" size="lg">
      <Text size="sm" mb="md">
        The latest 20 that were published. Restoring one replaces the draft; visitors see it once you publish it.
        {isDirty && ' Changes that you have not saved will be lost.'}
      </Text>
      {error && !data ? (
        <Failure error={error} />
      ) : !data ? (
        <ScreenSkeleton />
      ) : data.length === 0 ? (
        <Text c="dimmed">Nothing has been published yet.</Text>
      ) : (
        <Stack gap="xs" component="ul" className={classes.blocks} aria-label="Versions">
          {data.map((version) => (
            <Group component="li" key={version.number} justify="space-between" gap="xs" className={classes.row}>
              <div>
                <Text size="sm" fw={500}>
                  {`Version ${version.number}: `}
                  <bdi>{version.title}</bdi>
                </Text>
                <Text size="xs" c="dimmed">
                  {moment(version.published_at)}
                  {version.published_by !== null && ` by ${version.published_by}`}
                  {` · ${count(version.pages, 'page')}, ${count(version.blocks, 'block')}`}
                </Text>
              </div>
              <Button
                size="xs"
                variant="default"
                loading={restore.isPending && restore.variables.number === version.number}
                onClick={() =>
                  restore.mutate(
                    { revision, number: version.number },
                    {
                      onSuccess: (site) => {
                        toastSuccess(`Version ${version.number} is the draft again.`);
                        onRestored(site);
                      },
                    },
                  )
                }
              >
                {`Restore version ${version.number}`}
              </Button>
            </Group>
          ))}
        </Stack>
      )}
    </Modal>
  );
};
