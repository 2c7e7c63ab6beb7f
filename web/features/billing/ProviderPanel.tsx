import { Anchor, Button, Code, Group, List, Text } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import type { AccountKey } from '#contract/rules/keys.ts';
import type { BillingOverview } from '#contract/api/payments.ts';
import { day, moment } from '#web/lib/format.ts';
import { Surface } from '#web/ui/Surface.tsx';
import { useSyncBilling } from './provider-queries.ts';
import { SandboxControls } from './SandboxControls.tsx';

type ProviderPanelProps = { accountKey: AccountKey; overview: BillingOverview };

/** For portal administrators: how the account stands with the payment provider, and the sandbox's controls. */
export const ProviderPanel = ({ accountKey, overview }: ProviderPanelProps) => {
  const sync = useSyncBilling(accountKey);
  const { mode, customer, held, grace_ends: graceEnds } = overview;
  return (
    <Surface
      mt="md"
      title="Payment provider"
      description="Only portal administrators see this."
      actions={
        <Button
          size="xs"
          variant="default"
          leftSection={<IconRefresh size={16} aria-hidden />}
          loading={sync.isPending}
          onClick={() => sync.mutate()}
        >
          Sync now
        </Button>
      }
    >
      <Text size="sm">{modeTexts[mode]}</Text>
      {customer !== null && (
        <Text size="sm" mt={4}>
          Customer <Code>{customer}</Code>{' '}
          {mode !== 'sandbox' && (
            <Anchor href={`${dashboards[mode]}/customers/${customer}`} target="_blank" rel="noreferrer">
              Open at the provider
            </Anchor>
          )}
        </Text>
      )}
      {held && (
        <Text size="sm" mt={4}>
          Held since {moment(held.since)}: {held.reason}
        </Text>
      )}
      {!held && graceEnds !== null && (
        <Text size="sm" mt={4}>
          Stations go off the air on {day(graceEnds)} unless the account subscribes.
        </Text>
      )}
      <div role="status">
        {sync.data &&
          (sync.data.changed.length === 0 ? (
            <Text size="sm" mt="sm">
              Nothing has changed: our copy equals the provider’s.
            </Text>
          ) : (
            <>
              <Text size="sm" mt="sm">
                Updated:
              </Text>
              <List size="sm">
                {sync.data.changed.map((what) => (
                  <List.Item key={what}>
                    <bdi>{what}</bdi>
                  </List.Item>
                ))}
              </List>
            </>
          ))}
      </div>
      {mode === 'sandbox' && (
        <Group mt="lg" align="flex-end" gap="xl">
          <SandboxControls accountKey={accountKey} />
        </Group>
      )}
    </Surface>
  );
};

const dashboards = { live: 'https://dashboard.stripe.com', test: 'https://dashboard.stripe.com/test' };

const modeTexts: Record<BillingOverview['mode'], string> = {
  live: 'Live: real money moves.',
  test: 'Test mode of the payment provider: no money moves.',
  sandbox: 'Sandbox: no money moves. Set STRIPE_SECRET_KEY to take real payments.',
};
