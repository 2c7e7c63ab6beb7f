import { IconPencil, IconTrash } from '@tabler/icons-react';
import { DropGroup, DropItem } from './DropMenu.tsx';
import { MoreMenu } from './MoreMenu.tsx';

type EditMenuProps = {
  /** What it is the menu of: `Morning`. */
  name: string;
  onEdit: () => void;
  /** What taking it away is called. */
  remove: 'Remove' | 'Delete';
  onRemove: () => void;
};

const icon = { size: 16, 'aria-hidden': true } as const;

/** The menu of a row that can be edited and taken away. */
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
