import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconRefresh } from '@tabler/icons-react';
import type * as z from 'zod/mini';
import type { StationKey } from '#contract/rules/keys.ts';
import type { EncoderPassword } from '#contract/api/stations.ts';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import { useResetPassword } from '#web/parts/station-queries.ts';

type ResetPasswordProps = { stationKey: StationKey; onReset?: (newPassword: z.infer<typeof EncoderPassword>) => void };

/** Replaces the encoder's password after a confirmation. */
export const ResetPassword = ({ stationKey, onReset }: ResetPasswordProps) => {
  const reset = useResetPassword(stationKey);
  const [isOpen, dialog] = useDisclosure(false);
  return (
    <>
      <Button variant="default" size="xs" leftSection={<IconRefresh size={16} aria-hidden />} onClick={dialog.open}>
        New password
      </Button>
      <ConfirmDialog
        opened={isOpen}
        onClose={dialog.close}
        title="Replace password?"
        confirm="Replace password"
        danger
        busy={reset.isPending}
        onConfirm={() =>
          reset.mutate(undefined, {
            onSuccess: (newPassword) => {
              onReset?.(newPassword);
              dialog.close();
            },
          })
        }
      >
        The old password stops working immediately and the connected encoder is disconnected. Everyone who broadcasts
        needs the new password.
      </ConfirmDialog>
    </>
  );
};
