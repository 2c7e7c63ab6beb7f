import { IconPencil, IconPlayerPlay, IconTrash } from '@tabler/icons-react';
import type { AdProvider } from '#contract/api/ad-providers.ts';
import { DropGroup, DropItem } from '#web/ui/menu/DropMenu.tsx';
import { MoreMenu } from '#web/ui/menu/MoreMenu.tsx';

const icon = { size: 16, 'aria-hidden': true } as const;

type ProviderMenuProps = { provider: AdProvider; onEdit: () => void; onTry: () => void; onRemove: () => void };

/** The actions of an ad server in the list. */
export const ProviderMenu = ({ provider, onEdit, onTry, onRemove }: ProviderMenuProps) => (
  <MoreMenu label={`Actions for ${provider.name}`}>
    <DropGroup>
      <DropItem icon={<IconPlayerPlay {...icon} />} onClick={onTry}>
        Try it
      </DropItem>
      <DropItem icon={<IconPencil {...icon} />} onClick={onEdit}>
        Edit
      </DropItem>
      <DropItem icon={<IconTrash {...icon} />} onClick={onRemove} danger>
        Delete
      </DropItem>
    </DropGroup>
  </MoreMenu>
);
