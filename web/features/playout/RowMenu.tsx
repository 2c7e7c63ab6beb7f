import { ActionIcon, Menu } from '@mantine/core';
import { IconArrowBarDown, IconArrowBarUp, IconArrowsSort, IconDots, IconPencil, IconTrash } from '@tabler/icons-react';
import type { PlaylistRowProps } from './PlaylistRow.tsx';

const icon = { size: 16, 'aria-hidden': true } as const;

/** What can be done with a track. */
export const RowMenu = ({ track, total, canMove, onMove, onMoveTo, onEdit, onRemove }: PlaylistRowProps) => (
  <Menu width={200} position="bottom-end">
    <Menu.Target>
      <ActionIcon aria-label={`Actions for ${track.title}`}>
        <IconDots size={18} aria-hidden />
      </ActionIcon>
    </Menu.Target>
    <Menu.Dropdown>
      <Menu.Item leftSection={<IconPencil {...icon} />} onClick={onEdit}>
        Edit details
      </Menu.Item>
      <Menu.Divider />
      <Menu.Item leftSection={<IconArrowBarUp {...icon} />} onClick={() => onMove(0)} disabled={!canMove}>
        Move to the top
      </Menu.Item>
      <Menu.Item leftSection={<IconArrowBarDown {...icon} />} onClick={() => onMove(total - 1)} disabled={!canMove}>
        Move to the end
      </Menu.Item>
      <Menu.Item leftSection={<IconArrowsSort {...icon} />} onClick={onMoveTo} disabled={!canMove}>
        Move to…
      </Menu.Item>
      <Menu.Divider />
      <Menu.Item leftSection={<IconTrash {...icon} />} color="var(--mantine-color-error)" onClick={onRemove}>
        Remove
      </Menu.Item>
    </Menu.Dropdown>
  </Menu>
);
