import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconRefresh } from '@tabler/icons-react';
import type * as z from 'zod/mini';
import type { StationKey } from '#contract/keys.ts';
import type { EncoderPassword } from '#contract/stations.ts';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import { useResetPassword } from '#web/parts/station-queries.ts';

type ResetPasswordProps = { stationKey: StationKey; onReset?: (fresh: z.infer<typeof EncoderPassword>) => void };

/** Replaces the encoder's password, after asking. */
export const ResetPassword = ({ stationKey, onReset }: ResetPasswordProps) => {
  const reset = useResetPassword(stationKey);
  const [asks, dialog] = useDisclosure(false);
  return (
    <>
      <Button variant="default" size="xs" leftSection={<IconRefresh size={16} aria-hidden />} onClick={dialog.open}>
        New password
      </Button>
      <ConfirmDialog
        opened={asks}
        onClose={dialog.close}
        title="Replace the password?"
        confirm="Replace the password"
        danger
        busy={reset.isPending}
        onConfirm={() =>
          reset.mutate(undefined, {
            onSuccess: (fresh) => {
              onReset?.(fresh);
              dialog.close();
            },
          })
        }
      >
        The old one stops working at once, and a connected encoder is let go. Everybody who broadcasts needs the new
        one.
      </ConfirmDialog>
    </>
  );
};
