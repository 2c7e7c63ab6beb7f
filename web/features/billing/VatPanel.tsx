import { Anchor, Badge, Group, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { AccountKey } from '#contract/rules/keys.ts';
import type { BillingOverview } from '#contract/api/payments.ts';
import { Surface } from '#web/ui/Surface.tsx';

type VatPanelProps = { accountKey: AccountKey; vat: BillingOverview['vat'] };

/** The account's VAT number and whether it was verified. */
export const VatPanel = ({ accountKey, vat }: VatPanelProps) => (
  <Surface title="VAT number">
    {vat === null ? (
      <Text c="dimmed">None. Companies in the EU enter theirs so that it is on the invoices.</Text>
    ) : (
      <>
        <Group gap="xs">
          <Text fw={600} className="numbers">
            <bdi>{vat.number}</bdi>
          </Text>
          <Badge color={states[vat.status].color}>{states[vat.status].label}</Badge>
        </Group>
        {vat.name !== null && (
          <Text size="sm">
            <bdi>{vat.name}</bdi>
          </Text>
        )}
        <Text size="sm" c="dimmed" mt={4}>
          {states[vat.status].text}
        </Text>
      </>
    )}
    <Anchor
      size="sm"
      mt="md"
      display="inline-block"
      renderRoot={(props) => <Link to="/accounts/$accountKey/settings" params={{ accountKey }} {...props} />}
    >
      {vat === null ? 'Add VAT number' : 'Change'}
    </Anchor>
  </Surface>
);

const states: Record<NonNullable<BillingOverview['vat']>['status'], { label: string; color: string; text: string }> = {
  pending: {
    label: 'Being verified',
    color: 'yellow',
    text: 'VAT is charged until the tax authority has confirmed it.',
  },
  valid: { label: 'Verified', color: 'green', text: 'Used for the tax on your next invoices.' },
  invalid: {
    label: 'Not valid',
    color: 'red',
    text: 'The tax authority does not know this number, so VAT is charged.',
  },
  unchecked: { label: 'Not verified', color: 'gray', text: 'From outside the EU; shown on the invoices as entered.' },
};
