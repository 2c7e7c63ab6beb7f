import { ActionIcon, Button, Group, Modal, Switch, Text, TextInput } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import type { SavedView, ViewSearch } from '#contract/api/saved-view.ts';
import { useViews } from './queries.ts';
import type { ReportScope } from './report-calls.ts';
import { isSameSearch } from './view-state.ts';
import classes from './ManageViews.module.css';

type ManageViewsProps = { place: ReportScope; views: readonly SavedView[]; search: ViewSearch; onClose: () => void };

/** Manages the saved views of a page: rename, replace, share, set as default, delete. */
export const ManageViews = ({ place, views, search, onClose }: ManageViewsProps) => (
  <Modal opened onClose={onClose} title="Saved views" size="lg">
    {views.length === 0 && <Text c="dimmed">No saved views for this page.</Text>}
    <ul className={classes.list}>
      {views.map((view) => (
        <Row key={view.id} place={place} view={view} search={search} />
      ))}
    </ul>
  </Modal>
);

const Row = ({ place, view, search }: { place: ReportScope; view: SavedView; search: ViewSearch }) => {
  const { change, remove } = useViews(place);
  const [name, setName] = useState(view.name);
  const isRenamed = name.trim() !== '' && name.trim() !== view.name;
  const { id } = view;
  return (
    <li className={classes.view}>
      <Group gap="xs" align="flex-end" wrap="nowrap">
        <TextInput
          label={view.own ? 'Name' : `Shared by ${view.by === '' ? 'a former user' : view.by}`}
          value={name}
          maxLength={80}
          readOnly={!view.own}
          className={classes.name}
          onChange={({ currentTarget }) => setName(currentTarget.value)}
        />
        {isRenamed && (
          <Button variant="default" loading={change.isPending} onClick={() => change.mutate({ id, name: name.trim() })}>
            Rename
          </Button>
        )}
        <ActionIcon
          variant="subtle"
          color="red"
          size="lg"
          aria-label={`Delete ${view.name}`}
          loading={remove.isPending}
          onClick={() => remove.mutate(id)}
        >
          <IconTrash size={18} aria-hidden />
        </ActionIcon>
      </Group>
      <Group gap="md" mt="xs">
        <Switch
          label="Default view"
          checked={view.is_default}
          disabled={change.isPending}
          onChange={({ currentTarget }) => change.mutate({ id, is_default: currentTarget.checked })}
        />
        {view.own && (
          <>
            <Switch
              label="Shared"
              checked={view.shared}
              disabled={change.isPending}
              onChange={({ currentTarget }) => change.mutate({ id, shared: currentTarget.checked })}
            />
            {!isSameSearch(view.search, search) && (
              <Button size="compact-sm" variant="subtle" onClick={() => change.mutate({ id, search })}>
                Replace with current view
              </Button>
            )}
          </>
        )}
      </Group>
    </li>
  );
};
