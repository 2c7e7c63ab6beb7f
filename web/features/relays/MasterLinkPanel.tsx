import { ActionIcon, Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconEye, IconEyeOff, IconRefresh } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { Station } from '#contract/api/stations.ts';
import { Can } from '#web/features/session/shared/Can.tsx';
import { toastSuccess } from '#web/lib/toasts.tsx';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import { CopyField } from '#web/ui/CopyField.tsx';
import { InfoTooltip } from '#web/ui/InfoTooltip.tsx';
import { Surface } from '#web/ui/Surface.tsx';
import { masterLinkQuery, useResetMasterLink } from './queries.ts';
import classes from './RelaysScreen.module.css';

/** The master link (spec §3): the connection settings for a server that sends audio to this station. */
export const MasterLinkPanel = ({ station }: { station: Station }) => {
  const { data: link } = useQuery(masterLinkQuery(station.key));
  const [isShown, visibility] = useDisclosure(false);
  const label = isShown ? 'Hide password' : 'Show password';
  return (
    <Surface
      title="Master link"
      description="Connection settings for a server or encoder that sends audio to this station."
      actions={
        <Can action="station.resetCredentials" accountKey={station.account_key} stationKey={station.key}>
          <Reset station={station} />
        </Can>
      }
    >
      {link && (
        <dl className={classes.list}>
          <CopyField label="URL" value={link.linkURI} />
          <CopyField label="Mount point" value={link.masterLinkMountPoint} />
          <CopyField
            label="Password"
            value={link.masterLinkPassword}
            shown={isShown ? link.masterLinkPassword : '••••••••••••'}
            actions={
              <InfoTooltip label={label}>
                <ActionIcon aria-label={label} onClick={visibility.toggle}>
                  {isShown ? <IconEyeOff size={17} aria-hidden /> : <IconEye size={17} aria-hidden />}
                </ActionIcon>
              </InfoTooltip>
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
  const [isOpen, dialog] = useDisclosure(false);
  const done = (): void => {
    toastSuccess('Enter the new password in the sending server or encoder.', 'Master link reset');
    dialog.close();
  };
  return (
    <>
      <Button variant="default" size="xs" leftSection={<IconRefresh size={16} aria-hidden />} onClick={dialog.open}>
        Reset
      </Button>
      <ConfirmDialog
        opened={isOpen}
        onClose={dialog.close}
        title="Reset the master link?"
        confirm="Reset"
        danger
        busy={reset.isPending}
        onConfirm={() => reset.mutate(undefined, { onSuccess: done })}
      >
        Creates a new password and disconnects everyone using the old one.
      </ConfirmDialog>
    </>
  );
};
