import { Text } from '@mantine/core';
import type { BillingOverview } from '#contract/api/payments.ts';

type SandboxNoteProps = { mode: BillingOverview['mode']; asksForCard: boolean };

/** Says that no money moves, where that is so, and which card to enter. */
export const SandboxNote = ({ mode, asksForCard }: SandboxNoteProps) =>
  mode === 'live' ? null : (
    <Text size="sm" c="dimmed">
      {mode === 'sandbox' ? 'Sandbox' : 'Test mode'}: no money moves.
      {mode === 'sandbox' &&
        asksForCard &&
        ' Pay with the card 4242 4242 4242 4242, any future date and any security code.'}
    </Text>
  );
