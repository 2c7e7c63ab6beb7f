import { Button } from '@mantine/core';
import { IconPencil, IconPlaylistAdd, IconTag, IconTrash, type Icon } from '@tabler/icons-react';

type SelectionActionsProps = {
  isAdding: boolean;
  onAdd: () => void;
  onEdit: () => void;
  onTag: () => void;
  onDelete: () => void;
  onClear: () => void;
};

/** What can be done with the selected tracks of the library. */
export const SelectionActions = ({ isAdding, onAdd, onEdit, onTag, onDelete, onClear }: SelectionActionsProps) => {
  const actions: [label: string, icon: Icon, act: () => void][] = [
    ['Add to playlist', IconPlaylistAdd, onAdd],
    ['Artist and album', IconPencil, onEdit],
    ['Tags', IconTag, onTag],
    ['Delete', IconTrash, onDelete],
  ];
  return (
    <>
      {actions.map(([label, Picture, act]) => (
        <Button
          key={label}
          size="xs"
          variant="default"
          leftSection={<Picture size={16} aria-hidden />}
          onClick={act}
          loading={act === onAdd && isAdding}
        >
          {label}
        </Button>
      ))}
      <Button size="xs" variant="subtle" color="gray" onClick={onClear}>
        Clear
      </Button>
    </>
  );
};
