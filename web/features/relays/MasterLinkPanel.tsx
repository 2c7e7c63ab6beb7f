import { ActionIcon, Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconEye, IconEyeOff, IconRefresh } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { Station } from '#contract/stations.ts';
import { Can } from '#web/features/session/shared/Can.tsx';
import { announceSuccess } from '#web/lib/announce.tsx';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import { CopyField } from '#web/ui/CopyField.tsx';
import { Hint } from '#web/ui/Hint.tsx';
import { Surface } from '#web/ui/Surface.tsx';
import { masterLinkQuery, useResetMasterLink } from './queries.ts';
import classes from './RelaysScreen.module.css';

/** The master link (spec §3): where another server sends this station's sound to. */
export const MasterLinkPanel = ({ station }: { station: Station }) => {
  const { data: link } = useQuery(masterLinkQuery(station.key));
  const [isShown, shown] = useDisclosure(false);
  const label = isShown ? 'Hide the password' : 'Show the password';
  return (
    <Surface
      title="Master link"
      description="For a server or an encoder that sends its sound here."
      actions={
        <Can action="station.resetCredentials" accountKey={station.account_key} stationKey={station.key}>
          <Reset station={station} />
        </Can>
      }
    >
      {link && (
        <dl className={classes.list}>
          <CopyField label="Address" value={link.linkURI} />
          <CopyField label="Mount point" value={link.masterLinkMountPoint} />
          <CopyField
            label="Password"
            value={link.masterLinkPassword}
            shown={isShown ? link.masterLinkPassword : '••••••••••••'}
            actions={
              <Hint label={label}>
                <ActionIcon aria-label={label} onClick={shown.toggle}>
                  {isShown ? <IconEyeOff size={17} aria-hidden /> : <IconEye size={17} aria-hidden />}
                </ActionIcon>
              </Hint>
            }
          />
          <CopyField label="Stream ID" value={String(link.streamId)} />
          <CopyField label="Encoding" value={link.encoding} />
          {link.relaySourceURI !== '' && <CopyField label="Source" value={link.relaySourceURI} />}
        </dl>
      )}
    </Surface>
  );
};

const Reset = ({ station }: { station: Station }) => {
  const reset = useResetMasterLink(station.key);
  const [asks, dialog] = useDisclosure(false);
  const done = (): void => {
    announceSuccess('Enter the new password where the sound comes from.', 'Master link reset');
    dialog.close();
  };
  return (
    <>
      <Button variant="default" size="xs" leftSection={<IconRefresh size={16} aria-hidden />} onClick={dialog.open}>
        Reset
      </Button>
      <ConfirmDialog
        opened={asks}
        onClose={dialog.close}
        title="Reset the master link?"
        confirm="Reset"
        danger
        busy={reset.isPending}
        onConfirm={() => reset.mutate(undefined, { onSuccess: done })}
      >
        It gets a new password. Whoever sends with the old one is let go at once.
      </ConfirmDialog>
    </>
  );
};
