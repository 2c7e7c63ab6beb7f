import { NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useFormContext, useWatch } from 'react-hook-form';
import type { AccountKey } from '#contract/rules/keys.ts';
import { providersQuery } from '../provider-queries.ts';
import { providerIn, withProvider, type CampaignValues } from './campaign-form.ts';

/** Whether an ad server is asked before the campaign's own audio plays; hidden where there is none. */
export const ProviderField = ({ accountKey }: { accountKey: AccountKey }) => {
  const { control, setValue } = useFormContext<CampaignValues>();
  const chains = useWatch({ control, name: 'providerRuleChains' });
  const { data: providers = [] } = useQuery({ ...providersQuery(accountKey), throwOnError: false });
  const chosen = providerIn(chains);
  if (providers.length === 0 && chosen === '') return null;
  const known = providers.filter(({ enabled, id }) => enabled || id === chosen);
  const formerName = chains[0]?.provider.name ?? 'An ad server';
  return (
    <NativeSelect
      label="Who provides it"
      description="An ad server is asked for each listener ahead of a break. Where it has nothing, your own audio plays, if there is some."
      mb="md"
      value={chosen}
      onChange={({ currentTarget }) =>
        setValue('providerRuleChains', withProvider(chains, currentTarget.value), { shouldDirty: true })
      }
      data={[
        { value: '', label: 'Own audio' },
        ...known.map(({ id, name, shared }) => ({ value: id, label: shared ? `${name} (of the portal)` : name })),
        ...(chosen !== '' && !known.some(({ id }) => id === chosen) ? [{ value: chosen, label: formerName }] : []),
      ]}
    />
  );
};
