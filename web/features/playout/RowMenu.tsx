import {
  IconArrowBarDown,
  IconArrowBarUp,
  IconArrowsSort,
  IconBell,
  IconPencil,
  IconPlayerTrackNext,
  IconTrash,
} from '@tabler/icons-react';
import { DropGroup, DropItem } from '#web/ui/menu/DropMenu.tsx';
import { MoreMenu } from '#web/ui/menu/MoreMenu.tsx';
import type { PlaylistRowProps } from './PlaylistRow.tsx';

const icon = { size: 16, 'aria-hidden': true } as const;

/** The menu of a track's actions. */
export const RowMenu = (props: PlaylistRowProps) => {
  const { track, total, canMove, onMove, onMoveTo, onPlayNext, onEdit, onJingle, onRemove } = props;
  return (
    <MoreMenu label={`Actions for ${track.title}`}>
      <DropGroup>
        {onPlayNext && (
          <DropItem icon={<IconPlayerTrackNext {...icon} />} onClick={onPlayNext}>
            Play next
          </DropItem>
        )}
        <DropItem icon={<IconPencil {...icon} />} onClick={onEdit}>
          Edit details
        </DropItem>
        <DropItem icon={<IconBell {...icon} />} onClick={onJingle}>
          Use as jingle
        </DropItem>
      </DropGroup>
      <DropGroup>
        <DropItem icon={<IconArrowBarUp {...icon} />} onClick={() => onMove(0)} disabled={!canMove}>
          Move to top
        </DropItem>
        <DropItem icon={<IconArrowBarDown {...icon} />} onClick={() => onMove(total - 1)} disabled={!canMove}>
          Move to end
        </DropItem>
        <DropItem icon={<IconArrowsSort {...icon} />} onClick={onMoveTo} disabled={!canMove}>
          Move to…
        </DropItem>
      </DropGroup>
      <DropGroup>
        <DropItem icon={<IconTrash {...icon} />} onClick={onRemove} danger>
          Remove
        </DropItem>
      </DropGroup>
    </MoreMenu>
  );
};
