import { IconChartBar, IconCode, IconCopy, IconPencil, IconTrash } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import type { Player } from '#contract/api/player.ts';
import { toastCopied, toastSuccess, toastUndoable, toastWarning } from '#web/lib/toasts.tsx';
import { DropGroup, DropItem } from '#web/ui/menu/DropMenu.tsx';
import { MoreMenu } from '#web/ui/menu/MoreMenu.tsx';
import { useDuplicatePlayer, useRemovePlayer, useRestorePlayer } from './queries.ts';

const icon = { size: 16, 'aria-hidden': true } as const;

/** The actions of a player in the list. */
export const PlayerMenu = ({ player, mayWrite }: { player: Player; mayWrite: boolean }) => {
  const { key, account_key: accountKey, name, code } = player;
  const navigate = useNavigate();
  const duplicate = useDuplicatePlayer(accountKey);
  const remove = useRemovePlayer(accountKey);
  const restore = useRestorePlayer(accountKey);
  const copy = (): void =>
    void navigator.clipboard
      .writeText(code.script)
      .then(toastCopied)
      .catch(() =>
        toastWarning('Failed to copy to the clipboard', 'Please open the player and copy the text manually.'),
      );
  const undo = (): void => restore.mutate(key, { onSuccess: () => toastSuccess('Player restored.') });
  const removeIt = (): void => remove.mutate(key, { onSuccess: () => toastUndoable(`“${name}” deleted.`, undo) });
  return (
    <MoreMenu label={`Actions for ${name}`}>
      <DropGroup>
        <DropItem icon={<IconCode {...icon} />} onClick={copy}>
          Copy code
        </DropItem>
        <DropItem
          icon={<IconPencil {...icon} />}
          onClick={() =>
            void navigate({
              to: '/accounts/$accountKey/embedding/players/$playerKey',
              params: { accountKey, playerKey: key },
            })
          }
        >
          {mayWrite ? 'Edit' : 'Open'}
        </DropItem>
        <DropItem
          icon={<IconChartBar {...icon} />}
          onClick={() =>
            void navigate({
              to: '/accounts/$accountKey/embedding/players/$playerKey/numbers',
              params: { accountKey, playerKey: key },
            })
          }
        >
          Numbers
        </DropItem>
        {mayWrite && (
          <DropItem
            icon={<IconCopy {...icon} />}
            onClick={() => duplicate.mutate(key, { onSuccess: (copied) => toastSuccess(`“${copied.name}” created.`) })}
          >
            Duplicate
          </DropItem>
        )}
        {mayWrite && (
          <DropItem icon={<IconTrash {...icon} />} onClick={removeIt} danger>
            Delete
          </DropItem>
        )}
      </DropGroup>
    </MoreMenu>
  );
};
