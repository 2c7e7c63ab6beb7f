import { Badge, Button, Group, Text } from '@mantine/core';
import type { AccountKey } from '#contract/rules/keys.ts';
import type { BillingOverview } from '#contract/api/payments.ts';
import { useMay } from '#web/features/session/queries.ts';
import { Surface } from '#web/ui/Surface.tsx';
import { useBillingPortal } from './invoice-queries.ts';
import { cardName } from './shared/charge-texts.ts';

type CardPanelProps = { accountKey: AccountKey; overview: BillingOverview };

/** The card on file, which is changed on the payment provider's page. */
export const CardPanel = ({ accountKey, overview: { card, mode } }: CardPanelProps) => {
  const mayChange = useMay('account.buyPlan', { accountKey });
  const portal = useBillingPortal(accountKey);
  return (
    <Surface
      title={
        <Group gap="xs" component="span">
          Payment card
          {mode !== 'live' && <Badge color="yellow">{mode === 'sandbox' ? 'Sandbox' : 'Test mode'}</Badge>}
        </Group>
      }
    >
      {card === null ? (
        <Text c="dimmed">No card yet. You enter one when you subscribe.</Text>
      ) : (
        <>
          <Text fw={600} className="numbers">
            <bdi>{cardName(card)}</bdi>
          </Text>
          <Text size="sm" c={isExpired(card) ? 'var(--mantine-color-error)' : 'dimmed'} className="numbers">
            {isExpired(card) ? 'Expired' : 'Expires'} {String(card.exp_month).padStart(2, '0')}/{card.exp_year}
          </Text>
          {mayChange && (
            <Group gap="xs" mt="md">
              <Button
                size="xs"
                variant="light"
                loading={portal.isPending && portal.variables === 'card'}
                onClick={() => portal.mutate('card')}
              >
                Change card
              </Button>
              <Button
                size="xs"
                variant="subtle"
                loading={portal.isPending && portal.variables === 'all'}
                onClick={() => portal.mutate('all')}
              >
                Billing portal
              </Button>
            </Group>
          )}
        </>
      )}
    </Surface>
  );
};

/** A card is valid until the end of its month. */
const isExpired = ({ exp_month, exp_year }: NonNullable<BillingOverview['card']>): boolean =>
  Date.UTC(exp_year, exp_month) <= Date.now();
