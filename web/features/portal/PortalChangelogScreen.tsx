import { ActionIcon, Button, Group } from '@mantine/core';
import { IconEdit, IconHistory, IconPlus, IconTrash } from '@tabler/icons-react';
import { useSuspenseQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import type { ChangelogItem } from '#contract/api/portal.ts';
import { toastSuccess } from '#web/lib/toasts.tsx';
import { loadChunk } from '#web/lib/chunks.ts';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { Surface } from '#web/ui/Surface.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { ChangelogEntries } from './ChangelogEntries.tsx';
import { useChangelog } from './content-queries.ts';
import { changelogQuery } from './queries.ts';

const ChangelogDialog = lazy(() =>
  loadChunk(() => import('./ChangelogDialog.tsx')).then((part) => ({ default: part.ChangelogDialog })),
);

/** `/portal/changelog`: edits the changelog. */
export const PortalChangelogScreen = () => {
  const { data } = useSuspenseQuery(changelogQuery);
  const [editing, setEditing] = useState<ChangelogItem | 'new'>();
  const [removing, setRemoving] = useState<ChangelogItem>();
  const { remove } = useChangelog();
  const add = (
    <Button leftSection={<IconPlus size={18} aria-hidden />} onClick={() => setEditing('new')}>
      New entry
    </Button>
  );
  return (
    <>
      <PageHeader title="Changelog" description="Shown to all users under “What’s new”" actions={add} />
      {data.items.length === 0 ? (
        <Surface>
          <EmptyState icon={<IconHistory size={30} />} title="No entries yet" action={add}>
            Tell users what was added, changed and fixed. A dot in their navigation marks new entries.
          </EmptyState>
        </Surface>
      ) : (
        <ChangelogEntries
          items={data.items}
          actions={(item) => (
            <Group gap={4} wrap="nowrap">
              <ActionIcon aria-label={`Edit ${item.title}`} onClick={() => setEditing(item)}>
                <IconEdit size={18} aria-hidden />
              </ActionIcon>
              <ActionIcon aria-label={`Remove ${item.title}`} onClick={() => setRemoving(item)}>
                <IconTrash size={18} aria-hidden />
              </ActionIcon>
            </Group>
          )}
        />
      )}
      <Suspense>
        {editing && (
          <ChangelogDialog item={editing === 'new' ? undefined : editing} onClose={() => setEditing(undefined)} />
        )}
      </Suspense>
      <ConfirmDialog
        opened={removing !== undefined}
        title="Remove entry?"
        confirm="Remove"
        danger
        busy={remove.isPending}
        onConfirm={() =>
          removing &&
          remove.mutate(removing.id, {
            onSuccess: () => toastSuccess('Entry removed.'),
            onSettled: () => setRemoving(undefined),
          })
        }
        onClose={() => setRemoving(undefined)}
      >
        “{removing?.title}” disappears for all users.
      </ConfirmDialog>
    </>
  );
};
