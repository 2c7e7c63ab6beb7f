import { NativeSelect, SimpleGrid, Stack, Switch, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { Controller, useFormContext } from 'react-hook-form';
import { adCategories } from '#contract/rules/ad-rules.ts';
import { priorities } from '#contract/api/campaign.ts';
import type { AccountKey } from '#contract/rules/keys.ts';
import { isPortalAdmin, meQuery } from '#web/features/session/queries.ts';
import { Surface } from '#web/ui/Surface.tsx';
import { advertisersQuery } from '../queries.ts';
import type { CampaignValues } from './campaign-form.ts';

/** Priorities below this are the portal's. */
const firstOpenPriority = 3;

/** What a campaign is about: its name, advertiser, category and priority. */
export const AboutFields = ({ accountKey }: { accountKey: AccountKey }) => {
  const { control, register, formState } = useFormContext<CampaignValues>();
  const { data: me } = useQuery(meQuery);
  const { data: advertisers = [] } = useQuery(advertisersQuery(accountKey));
  const list = useId();
  const { errors, defaultValues } = formState;
  const offered = Object.entries(priorities).filter(
    ([id]) => isPortalAdmin(me) || Number(id) >= firstOpenPriority || Number(id) === defaultValues?.priority,
  );
  return (
    <Surface title="Campaign">
      <Stack gap="md">
        <TextInput
          {...register('campaignName')}
          label="Name"
          placeholder="Spring sale"
          error={errors.campaignName?.message}
          required
          maxLength={120}
        />
        <SimpleGrid cols={{ base: 1, xs: 3 }}>
          <TextInput
            {...register('advertiser')}
            label="Advertiser"
            list={list}
            error={errors.advertiser?.message}
            maxLength={120}
          />
          <NativeSelect
            {...register('category')}
            label="Category"
            data={Object.entries(adCategories).map(([value, label]) => ({ value, label }))}
            error={errors.category?.message}
          />
          <Controller
            control={control}
            name="priority"
            render={({ field }) => (
              <NativeSelect
                ref={field.ref}
                label="Priority"
                value={String(field.value)}
                onChange={({ currentTarget }) => field.onChange(Number(currentTarget.value))}
                onBlur={field.onBlur}
                data={offered.map(([value, label]) => ({ value, label }))}
                error={errors.priority?.message}
              />
            )}
          />
        </SimpleGrid>
        <datalist id={list}>
          {advertisers.map((name) => (
            <option key={name} value={name} />
          ))}
        </datalist>
        <Controller
          control={control}
          name="enabled"
          render={({ field }) => (
            <Switch
              ref={field.ref}
              label="Plays when its dates have come"
              checked={field.value}
              onChange={({ currentTarget }) => field.onChange(currentTarget.checked)}
            />
          )}
        />
      </Stack>
    </Surface>
  );
};
