import { Anchor, SimpleGrid, Stack, Text } from '@mantine/core';
import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { FormProvider } from 'react-hook-form';
import type { AccountKey } from '#contract/rules/keys.ts';
import { hasFeature } from '#contract/rules/plans.ts';
import type { StreamRules } from '#contract/api/stream-rules.ts';
import { planFeaturesQuery } from '#web/features/billing/queries.ts';
import { isPortalAdmin, meQuery, useMay } from '#web/features/session/queries.ts';
import { stationQuery } from '#web/parts/station-queries.ts';
import { toastSuccess } from '#web/lib/toasts.tsx';
import { ContractForm, useContractForm } from '#web/ui/form/ContractForm.tsx';
import { NumberField } from '#web/ui/form/NumberField.tsx';
import { SwitchField } from '#web/ui/form/SwitchField.tsx';
import { usePageTitle } from '#web/ui/PageHeader.tsx';
import { Surface } from '#web/ui/Surface.tsx';
import { AddressTester } from './AddressTester.tsx';
import { CountryFields } from './CountryFields.tsx';
import { NetworkFields } from './NetworkFields.tsx';
import { streamRulesQuery, useSetStreamRules } from './queries.ts';
import { fromForm, RulesForm, toForm } from './rules-form.ts';
import classes from './ListenersScreen.module.css';

const route = getRouteApi('/shell/accounts/$accountKey/stations/$stationKey');

/** `…/settings/listeners`: listener limits, countries and addresses. */
export const ListenersScreen = () => {
  const { stationKey } = route.useParams();
  const { data: station } = useSuspenseQuery(stationQuery(stationKey));
  const { data: rules } = useSuspenseQuery(streamRulesQuery(stationKey));
  usePageTitle(`${station.name}: Listeners`);
  return (
    <div className={classes.narrow} key={stationKey}>
      <Rules rules={rules} isSuspended={station.suspended} />
    </div>
  );
};

const Rules = ({ rules, isSuspended }: { rules: StreamRules; isSuspended: boolean }) => {
  const { accountKey, stationKey } = route.useParams();
  const set = useSetStreamRules(stationKey);
  const mayChange = useMay('station.update', { accountKey, stationKey }) && !isSuspended;
  const planned = usePlanFeatures(accountKey);
  const form = useContractForm<RulesForm, RulesForm>(RulesForm, toForm(rules));
  return (
    <FormProvider {...form}>
      <ContractForm
        form={form}
        readOnly={!mayChange}
        onSubmit={async (values) => {
          form.reset(toForm(await set.mutateAsync(fromForm(values))));
          toastSuccess('Listeners who are no longer allowed were disconnected.', 'Rules saved');
        }}
      >
        <Surface title="Listener limits" description="Current listeners stay connected.">
          <Stack gap="md">
            <SimpleGrid cols={{ base: 1, xs: 2 }}>
              <NumberField
                control={form.control}
                name="max_listeners"
                label="Concurrent listeners"
                description="Streams and HLS together"
                placeholder="No limit"
                min={1}
                max={1_000_000}
              />
              <NumberField
                control={form.control}
                name="max_per_address"
                label="Listeners per IP address"
                description="Homes and offices usually share one IP address"
                placeholder="No limit"
                min={1}
                max={10_000}
              />
            </SimpleGrid>
            <SwitchField
              control={form.control}
              name="show_listeners"
              label="Show listener count publicly"
              description="Included in the public now-playing data"
            />
          </Stack>
        </Surface>
        <Surface
          title="Countries"
          description={
            <PlanGate isOpen={planned.countries}>
              Where the station is available, based on the listener’s IP address.
            </PlanGate>
          }
        >
          <fieldset disabled={!planned.countries && rules.country_mode === 'all'} style={plain}>
            <CountryFields />
          </fieldset>
        </Surface>
        <Surface
          title="IP addresses"
          description={<PlanGate isOpen={planned.networks}>These rules override the country rules.</PlanGate>}
        >
          <fieldset disabled={!planned.networks && !hasNetworks(rules)} style={plain}>
            <NetworkFields />
          </fieldset>
        </Surface>
      </ContractForm>
      <AddressTester stationKey={stationKey} />
    </FormProvider>
  );
};

const plain = { border: 0, margin: 0, padding: 0, minInlineSize: 0 } as const;

const hasNetworks = ({ allowed_networks: allowed, blocked_networks: blocked, only_allowed }: StreamRules): boolean =>
  only_allowed || allowed.length > 0 || blocked.length > 0;

/** Describes the fields, or links to the plans that include them. */
const PlanGate = ({ isOpen, children }: { isOpen: boolean; children: ReactNode }) => {
  const { accountKey } = route.useParams();
  if (isOpen) return <>{children}</>;
  return (
    <Text size="sm" component="span">
      Your plan does not include these rules.{' '}
      <Anchor
        inherit
        underline="always"
        renderRoot={(props) => <Link to="/accounts/$accountKey/upgrade" params={{ accountKey }} {...props} />}
      >
        See plans that do
      </Anchor>
    </Text>
  );
};

/** The rules that the plan includes; all if the user may not see the plan. */
const usePlanFeatures = (accountKey: AccountKey): { countries: boolean; networks: boolean } => {
  const seesPlan = useMay('account.readPlan', { accountKey });
  const { data: me } = useQuery(meQuery);
  const { data: plan } = useQuery({ ...planFeaturesQuery(accountKey), enabled: seesPlan, throwOnError: false });
  if (!plan) return { countries: true, networks: true };
  const planLimits = { isPortalAdmin: isPortalAdmin(me), plan };
  return { countries: hasFeature('geoBlocking', planLimits), networks: hasFeature('ipBlocking', planLimits) };
};
