import { NativeSelect, SimpleGrid, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Controller, FormProvider, useFormContext, useWatch } from 'react-hook-form';
import type * as z from 'zod/mini';
import { NewAdRequest, type AdRequest } from '#contract/api/ad-requests.ts';
import { adCategories } from '#contract/rules/ad-rules.ts';
import type { AccountKey } from '#contract/rules/keys.ts';
import { limits } from '#contract/rules/limits.ts';
import { accountStationsQuery } from '#web/parts/account-queries.ts';
import { money } from '#web/lib/currencies.ts';
import { ContractForm, useContractForm } from '#web/ui/form/ContractForm.tsx';
import { NumberField } from '#web/ui/form/NumberField.tsx';
import { Surface } from '#web/ui/Surface.tsx';
import { advertisingDetailsQuery } from '../queries.ts';
import { fetchRequestAudio, type NewRequest } from '../request-queries.ts';
import { costOf } from '../shared/campaign-labels.ts';
import { SpotField, type PickedSpot } from '../shared/SpotField.tsx';
import { StationsInput } from '../shared/StationsInput.tsx';
import classes from './Form.module.css';
import { PlacesField } from './PlacesField.tsx';

type RequestFormProps = {
  accountKey: AccountKey;
  values: NewAdRequest;
  /** The request to change; undefined for a new one. */
  request: AdRequest | undefined;
  submit: string;
  onSubmit: (sending: NewRequest) => Promise<void>;
  onCancel: () => void;
};

const Schema = NewAdRequest as unknown as z.ZodMiniType<NewAdRequest, NewAdRequest>;

/** What the portal needs to know for a campaign, with its price while you type. */
export const RequestForm = ({ accountKey, values, request, submit, onSubmit, onCancel }: RequestFormProps) => {
  const form = useContractForm<NewAdRequest, NewAdRequest>(Schema, values);
  const [picked, setPicked] = useState<PickedSpot>();
  return (
    <FormProvider {...form}>
      <ContractForm
        form={form}
        submit={submit}
        onSubmit={(body) => onSubmit({ body, file: picked?.file })}
        onCancel={onCancel}
        isTouched={picked !== undefined}
      >
        <div className={classes.layout}>
          <div className={classes.sections}>
            <Fields accountKey={accountKey} />
            <Surface title="Spot" description="Optional. You can also send it later, or let us produce it.">
              <SpotField
                audio={request?.audio ?? null}
                load={() => fetchRequestAudio(accountKey, request?.id ?? '')}
                picked={picked}
                onPick={setPicked}
                canCut={false}
                isUploading={picked !== undefined && form.formState.isSubmitting}
              />
            </Surface>
          </div>
          <Price accountKey={accountKey} />
        </div>
      </ContractForm>
    </FormProvider>
  );
};

const Fields = ({ accountKey }: { accountKey: AccountKey }) => {
  const {
    data: { entities: stations },
  } = useSuspenseQuery(accountStationsQuery(accountKey));
  const { control, register, formState } = useFormContext<NewAdRequest>();
  const { errors } = formState;
  return (
    <Surface title="Campaign">
      <Stack gap="md">
        <TextInput
          {...register('campaignName')}
          label="Campaign name"
          error={errors.campaignName?.message}
          required
          maxLength={120}
        />
        <SimpleGrid cols={{ base: 1, xs: 2 }}>
          <TextInput
            {...register('advertiser')}
            label="Advertiser"
            error={errors.advertiser?.message}
            maxLength={120}
          />
          <NativeSelect
            {...register('category')}
            label="Category"
            data={Object.entries(adCategories).map(([value, label]) => ({ value, label }))}
          />
        </SimpleGrid>
        <Controller
          control={control}
          name="stationKeys"
          render={({ field }) => (
            <StationsInput
              label="Stations"
              stations={stations}
              value={field.value}
              onChange={field.onChange}
              error={errors.stationKeys?.message}
              required
            />
          )}
        />
        <SimpleGrid cols={{ base: 1, xs: 3 }}>
          <NumberField
            control={control}
            name="impressionsGoal"
            label="Impressions goal"
            min={limits.adMinImpressions}
            max={1_000_000_000}
          />
          <TextInput
            {...register('startDate')}
            type="date"
            label="First day"
            error={errors.startDate?.message}
            required
          />
          <TextInput {...register('endDate')} type="date" label="Last day" error={errors.endDate?.message} required />
        </SimpleGrid>
        <Controller
          control={control}
          name="locations"
          render={({ field }) => (
            <PlacesField
              value={field.value}
              onChange={field.onChange}
              errors={errors.locations?.map?.((place) => place?.path?.message)}
            />
          )}
        />
        <Textarea
          {...register('additionalInfo')}
          label="Additional information"
          placeholder="What should listeners know? Is there a text for the spot?"
          error={errors.additionalInfo?.message}
          autosize
          minRows={3}
          maxLength={4000}
        />
      </Stack>
    </Surface>
  );
};

const Price = ({ accountKey }: { accountKey: AccountKey }) => {
  const { control } = useFormContext<NewAdRequest>();
  const impressions = useWatch({ control, name: 'impressionsGoal' }) as number | null;
  const { data } = useQuery({ ...advertisingDetailsQuery(accountKey), throwOnError: false });
  return (
    <aside className={classes.aside}>
      <Surface title="Cost">
        {!data ? (
          <Text size="sm" c="dimmed">
            Calculating…
          </Text>
        ) : (
          <>
            <Text size="xl" fw={650} className="numbers" role="status">
              {impressions
                ? money(costOf(impressions, data.impressionPrice, data.currency), data.currency)
                : 'Please enter a number'}
            </Text>
            <Text size="sm" c="dimmed">
              {money(costOf(1000, data.impressionPrice, data.currency), data.currency)} per thousand impressions. You
              pay only for spots that were heard.
            </Text>
          </>
        )}
      </Surface>
    </aside>
  );
};
