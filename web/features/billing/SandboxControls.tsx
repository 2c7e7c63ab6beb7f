import { Button, Group, NativeSelect, NumberInput, Text } from '@mantine/core';
import { useState } from 'react';
import type { AccountKey } from '#contract/rules/keys.ts';
import { moment } from '#web/lib/format.ts';
import { toastSuccess } from '#web/lib/toasts.tsx';
import { useMoveClock, useSetTestCard } from './provider-queries.ts';

const testCards = [
  ['4242 4242 4242 4242', 'pays'],
  ['4000 0000 0000 0341', 'is declined at the next charge'],
  ['4000 0000 0000 9995', 'has insufficient funds'],
  ['4000 0025 0000 3155', 'must be confirmed once (3-D Secure)'],
  ['4000 0027 6000 3184', 'must be confirmed each time (3-D Secure)'],
] as const;

/** Moves the account's time in the sandbox, and replaces its card, to try renewals and failures. */
export const SandboxControls = ({ accountKey }: { accountKey: AccountKey }) => {
  const clock = useMoveClock(accountKey);
  const card = useSetTestCard(accountKey);
  const [days, setDays] = useState(31);
  const [number, setNumber] = useState<string>(testCards[0][0]);
  return (
    <>
      <div>
        <Group gap="xs" align="flex-end">
          <NumberInput
            label="Move the account’s clock by days"
            value={days}
            onChange={(to) => setDays(Math.min(800, Math.max(1, Number(to) || 1)))}
            min={1}
            max={800}
            allowDecimal={false}
            w={220}
          />
          <Button variant="default" loading={clock.isPending} onClick={() => clock.mutate(days)}>
            Move
          </Button>
        </Group>
        <Text size="sm" c="dimmed" mt={4} role="status">
          {clock.data && `It is ${moment(clock.data.now)} for this account.`}
        </Text>
      </div>
      <div>
        <Group gap="xs" align="flex-end">
          <NativeSelect
            label="Test card"
            value={number}
            onChange={({ currentTarget }) => setNumber(currentTarget.value)}
            data={testCards.map(([value, what]) => ({ value, label: `${value} ${what}` }))}
          />
          <Button
            variant="default"
            loading={card.isPending}
            onClick={() =>
              card.mutate(number, { onSuccess: ({ last4 }) => toastSuccess(`The card is now •••• ${last4}.`) })
            }
          >
            Use
          </Button>
        </Group>
        <Text size="sm" c="dimmed" mt={4}>
          For the next charges
        </Text>
      </div>
    </>
  );
};
