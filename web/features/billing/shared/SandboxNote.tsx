import { Text } from '@mantine/core';
import type { BillingOverview } from '#contract/payments.ts';

/** Says that no money moves, where that is so. */
export const SandboxNote = ({ mode }: { mode: BillingOverview['mode'] }) =>
  mode === 'live' ? null : (
    <Text size="sm" c="dimmed">
      {mode === 'sandbox'
        ? 'Sandbox: no money moves. Pay with the card 4242 4242 4242 4242, any future date and any code.'
        : 'Test mode: no money moves.'}
    </Text>
  );
