import { Alert, NumberInput, SimpleGrid } from '@mantine/core';
import { useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { Controller } from 'react-hook-form';
import { CustomLimitsBody } from '#contract/api/accounts.ts';
import { mp3Bitrates } from '#contract/rules/limits.ts';
import { plans } from '#contract/rules/plans.ts';
import { brand } from '#brand/brand.ts';
import { wording } from '#brand/wording.ts';
import { planFeaturesQuery } from '#web/features/billing/queries.ts';
import { nameOfPlan } from '#web/features/billing/shared/plan-labels.ts';
import { UsageMeters } from '#web/features/billing/shared/UsageMeters.tsx';
import { useMay } from '#web/features/session/queries.ts';
import { toastSuccess } from '#web/lib/toasts.tsx';
import { ContractForm, useContractForm } from '#web/ui/form/ContractForm.tsx';
import { Surface } from '#web/ui/Surface.tsx';
import { ChoiceInput } from '#web/ui/form/ChoiceInput.tsx';
import { AdvertisingSwitches } from './AdvertisingSwitches.tsx';
import { customLimitsQuery, useSetCustomLimits } from '#web/parts/account-queries.ts';

const route = getRouteApi('/shell/accounts/$accountKey');

/** `…/settings/limits`: the account's limits; portal administrators can override those of its plan. */
export const LimitsScreen = () => {
  const { accountKey } = route.useParams();
  const { data: features } = useSuspenseQuery(planFeaturesQuery(accountKey));
  const maySet = useMay('account.setLimits', { accountKey });
  return (
    <>
      <Surface title="Usage" description={`${nameOfPlan(features.plan)} plan with custom limits`} mb="md">
        <UsageMeters features={features} />
      </Surface>
      {!maySet && (
        <Alert mb="md" title="Managed by the portal">
          Only portal administrators can change these limits. Request another plan if you need more.
        </Alert>
      )}
      <LimitsForm maySet={maySet} />
      {maySet && brand.flags.advertising && <AdvertisingSwitches accountKey={accountKey} />}
    </>
  );
};

const LimitsForm = ({ maySet }: { maySet: boolean }) => {
  const { accountKey } = route.useParams();
  const { data: features } = useSuspenseQuery(planFeaturesQuery(accountKey));
  const { data: limits } = useSuspenseQuery(customLimitsQuery(accountKey));
  const set = useSetCustomLimits(accountKey);
  const { showsCount, ...values } = limits;
  const form = useContractForm(CustomLimitsBody, values);
  const { errors } = form.formState;
  const plan = plans[features.plan].features;
  const counted = [
    ['allowedStationsCount', 'Stations', plan.allowedStationsCount],
    ['allowedPodcastsCount', wording.Podcasts, plan.allowedPodcastsCount],
    ['allowedTracksCount', 'Tracks per station', plan.allowedTracksCount],
  ] as const;
  return (
    <Surface title="Custom limits" description="Leave empty to use the plan’s limit.">
      <ContractForm
        form={form}
        readOnly={!maySet}
        onSubmit={async (body) => {
          const { showsCount: _count, ...saved } = await set.mutateAsync(body);
          form.reset(saved);
          toastSuccess('Limits saved.');
        }}
      >
        <SimpleGrid cols={{ base: 1, xs: 2 }}>
          {counted.map(([name, label, byPlan]) => (
            <Controller
              key={name}
              control={form.control}
              name={name}
              render={({ field: { value, onChange, ref } }) => (
                <NumberInput
                  ref={ref}
                  label={label}
                  description={`Plan limit: ${byPlan?.toLocaleString('en') ?? 'unlimited'}${
                    name === 'allowedPodcastsCount' ? `; ${showsCount} used` : ''
                  }`}
                  value={value ?? ''}
                  onChange={(to) => onChange(to === '' ? null : Number(to))}
                  min={0}
                  allowDecimal={false}
                  allowNegative={false}
                  thousandSeparator=","
                  error={errors[name]?.message}
                />
              )}
            />
          ))}
          <Controller
            control={form.control}
            name="allowedBitRateLimit"
            render={({ field: { value, onChange, ref } }) => (
              <ChoiceInput
                ref={ref}
                label="Highest bit rate"
                description={`Plan limit: ${plan.allowedBitRateLimit / 1000} kbit/s`}
                data={ratesWith(value ?? null)}
                value={value === null || value === undefined ? null : String(value)}
                onChange={(chosen) => onChange(chosen === null ? null : Number(chosen))}
                clearable
                clearButtonProps={{ 'aria-label': 'Clear: Highest bit rate' }}
                error={errors.allowedBitRateLimit?.message}
              />
            )}
          />
        </SimpleGrid>
      </ContractForm>
    </Surface>
  );
};

/** The bit rates to choose from, including the current one when it is unusual. */
const ratesWith = (set: number | null) =>
  [...new Set([...mp3Bitrates, ...(set === null ? [] : [set])])]
    .sort((a, b) => a - b)
    .map((rate) => ({ value: String(rate), label: `${rate / 1000} kbit/s` }));
