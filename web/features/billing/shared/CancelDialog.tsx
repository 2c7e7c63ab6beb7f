import { Radio, Stack, Text, Textarea } from '@mantine/core';
import { useState } from 'react';
import type { Subscription } from '#contract/api/subscription.ts';
import { day } from '#web/lib/format.ts';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';

type CancelDialogProps = {
  opened: boolean;
  subscription: Subscription;
  name: string;
  /** What the end means for the customer. */
  effect: string;
  busy: boolean;
  onConfirm: (choice: { at: 'now' | 'period_end'; reason: string }) => void;
  onClose: () => void;
};

/** Asks when a subscription is to end, and why; a trial or an assigned plan always ends at once. */
export const CancelDialog = ({ subscription, name, effect, onConfirm, ...dialog }: CancelDialogProps) => {
  const { provider, cancel_at_period_end: isEnding, current_period_end: end, status } = subscription;
  const canEndLater = provider !== null && !isEnding && end !== null && status !== 'incomplete';
  const [chosen, choose] = useState<'now' | 'period_end'>('period_end');
  const [reason, setReason] = useState('');
  const at = canEndLater ? chosen : 'now';
  return (
    <ConfirmDialog
      {...dialog}
      title={isEnding ? `End ${name} now?` : `Cancel ${name}?`}
      confirm={isEnding ? 'End now' : 'Cancel subscription'}
      dismiss={`Keep ${name}`}
      danger
      onConfirm={() => onConfirm({ at, reason: reason.trim() })}
    >
      <Stack gap="md">
        {canEndLater ? (
          <Radio.Group label="When should it end?" value={chosen} onChange={(value) => choose(value as typeof chosen)}>
            <Stack gap="xs" mt="xs">
              <Radio
                value="period_end"
                label={`On ${day(end)}, when the paid period ends`}
                description="You can resume it until then."
              />
              <Radio value="now" label="Now" description="Without a refund for the rest of the period." />
            </Stack>
          </Radio.Group>
        ) : (
          <Text>{provider === null ? 'Ends immediately.' : 'Ends immediately, without a refund.'}</Text>
        )}
        <Text size="sm">{effect}</Text>
        <Textarea
          label="Why are you cancelling?"
          description="Optional. It helps us to improve."
          maxLength={500}
          autosize
          minRows={2}
          value={reason}
          onChange={({ currentTarget }) => setReason(currentTarget.value)}
        />
      </Stack>
    </ConfirmDialog>
  );
};
