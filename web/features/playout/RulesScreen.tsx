import { NumberInput, SimpleGrid, Stack, Text } from '@mantine/core';
import { useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { Controller, useFormContext, FormProvider } from 'react-hook-form';
import { successes } from '#contract/texts/successes.ts';
import type { StationKey } from '#contract/rules/keys.ts';
import { AutoDjSettings } from '#contract/api/playout-rules.ts';
import { useMay } from '#web/features/session/queries.ts';
import { stationQuery } from '#web/parts/station-queries.ts';
import { toastSuccess } from '#web/lib/toasts.tsx';
import { ContractForm, useContractForm } from '#web/ui/form/ContractForm.tsx';
import { usePageTitle } from '#web/ui/PageHeader.tsx';
import { Surface } from '#web/ui/Surface.tsx';
import { rulesQuery, useSetRules } from './rules-queries.ts';
import classes from './Rules.module.css';

const route = getRouteApi('/shell/accounts/$accountKey/stations/$stationKey/autodj/rules');

/** `…/autodj/rules`: how the Auto DJ selects and mixes tracks. */
export const RulesScreen = () => {
  const { accountKey, stationKey } = route.useParams();
  const { data: station } = useSuspenseQuery(stationQuery(stationKey));
  const mayChange = useMay('station.playout', { accountKey, stationKey });
  usePageTitle(`${station.name}: Playback rules`);
  return (
    <div className={classes.narrow} key={stationKey}>
      <RulesForm stationKey={stationKey} readOnly={!mayChange || station.suspended} />
    </div>
  );
};

const RulesForm = ({ stationKey, readOnly }: { stationKey: StationKey; readOnly: boolean }) => {
  const { data: rules } = useSuspenseQuery(rulesQuery(stationKey));
  const set = useSetRules(stationKey);
  const form = useContractForm(AutoDjSettings, rules);
  return (
    <FormProvider {...form}>
      <ContractForm
        form={form}
        readOnly={readOnly}
        onSubmit={async (body) => {
          form.reset(await set.mutateAsync(body));
          toastSuccess(successes.autodjUpdated);
        }}
      >
        <Surface
          title="Separation"
          description="Minimum time before an artist or title repeats. If no track qualifies, the least recently played one is used."
        >
          <SimpleGrid cols={{ base: 1, xs: 2 }}>
            <WholeNumberField name="artist_minutes" label="Same artist" suffix=" min" max={24 * 60} step={5} />
            <WholeNumberField name="title_minutes" label="Same title" suffix=" min" max={7 * 24 * 60} step={15} />
          </SimpleGrid>
        </Surface>
        <Surface title="Jingles" description="Jingles play between tracks, in rotation.">
          <SimpleGrid cols={{ base: 1, xs: 2 }}>
            <WholeNumberField
              name="jingle_every"
              label="Tracks between jingles"
              description="0 turns jingles off"
              max={100}
              step={1}
            />
          </SimpleGrid>
        </Surface>
        <Surface
          title="Crossfade"
          description="Overlap the end of one track with the start of the next. 0 turns crossfade off."
        >
          <Stack gap="sm">
            <SimpleGrid cols={{ base: 1, xs: 2 }}>
              <WholeNumberField
                name="mix_offset"
                label="Overlap"
                description="How early the next track starts"
                suffix=" ms"
                max={20_000}
                step={50}
              />
              <WholeNumberField
                name="mix_speed"
                label="Fade"
                description="Fade-out time of the ending track"
                suffix=" ms"
                max={20_000}
                step={50}
              />
            </SimpleGrid>
            <Text size="sm" c="dimmed">
              Changes apply from the next track. Listeners stay connected.
            </Text>
          </Stack>
        </Surface>
      </ContractForm>
    </FormProvider>
  );
};

type WholeNumberFieldProps = {
  name: keyof AutoDjSettings;
  label: string;
  description?: string;
  suffix?: string;
  max: number;
  step: number;
};

/** A whole number, 0 or more. */
const WholeNumberField = ({ name, ...rest }: WholeNumberFieldProps) => {
  const { control } = useFormContext<AutoDjSettings>();
  return (
    <Controller
      control={control}
      name={name}
      render={({ field: { value, onChange, onBlur, ref }, fieldState }) => (
        <NumberInput
          {...rest}
          ref={ref}
          value={value}
          onChange={(to) => onChange(to === '' ? 0 : Number(to))}
          onBlur={onBlur}
          min={0}
          allowDecimal={false}
          allowNegative={false}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          error={fieldState.error?.message}
        />
      )}
    />
  );
};
