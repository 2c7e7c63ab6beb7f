import { IconPencil, IconTrash } from '@tabler/icons-react';
import { DropGroup, DropItem } from './DropMenu.tsx';
import { MoreMenu } from './MoreMenu.tsx';

type EditMenuProps = {
  /** Name of the row: `Morning`. */
  name: string;
  onEdit: () => void;
  /** Label of the remove action. */
  remove: 'Remove' | 'Delete';
  onRemove: () => void;
};

const icon = { size: 16, 'aria-hidden': true } as const;

/** The menu of a row that can be edited and removed. */
export const EditMenu = ({ name, onEdit, remove, onRemove }: EditMenuProps) => (
  <MoreMenu label={`Actions for ${name}`}>
    <DropGroup>
      <DropItem icon={<IconPencil {...icon} />} onClick={onEdit}>
        Edit
      </DropItem>
      <DropItem icon={<IconTrash {...icon} />} onClick={onRemove} danger>
        {remove}
      </DropItem>
    </DropGroup>
  </MoreMenu>
);
