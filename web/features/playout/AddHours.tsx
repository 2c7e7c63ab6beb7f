import { Button, Group, Text } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import type { PlaylistRow } from '#contract/api/playlists.ts';
import { ChoiceInput } from '#web/ui/form/ChoiceInput.tsx';

type AddHoursProps = {
  playlists: readonly PlaylistRow[];
  /** The playlist that new hours are for. */
  brush: string;
  onBrush: (id: string) => void;
  onAdd: () => void;
};

/** The playlist of new hours, and a button that adds some where the week is free. */
export const AddHours = ({ playlists, brush, onBrush, onAdd }: AddHoursProps) => (
  <>
    <Group align="flex-end" gap="sm">
      <ChoiceInput
        label="Playlist"
        data={playlists.map(({ id, name }) => ({ value: id, label: name }))}
        value={brush}
        onChange={(id) => id !== null && onBrush(id)}
        allowDeselect={false}
        w={{ base: '100%', xs: 260 }}
      />
      <Button variant="default" leftSection={<IconPlus size={17} aria-hidden />} onClick={onAdd}>
        Add hours
      </Button>
    </Group>
    <Text size="sm" c="dimmed" id="calendar-help">
      Drag in the calendar to add hours, drag blocks to move them, and their edges to make them longer. With the
      keyboard, arrows move a block, Shift with up and down moves its end, and Delete removes it.
    </Text>
  </>
);
