import { NumberInput, SimpleGrid, Stack, Text } from '@mantine/core';
import { useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { Controller, useFormContext, FormProvider } from 'react-hook-form';
import { successes } from '#contract/successes.ts';
import type { StationKey } from '#contract/keys.ts';
import { AutoDjSettings } from '#contract/playout-rules.ts';
import { wording } from '#brand/wording.ts';
import { useMay } from '#web/features/session/queries.ts';
import { stationQuery } from '#web/parts/station-queries.ts';
import { announceSuccess } from '#web/lib/announce.tsx';
import { ContractForm, useContractForm } from '#web/ui/form/ContractForm.tsx';
import { usePageTitle } from '#web/ui/PageHeader.tsx';
import { Surface } from '#web/ui/Surface.tsx';
import { rulesQuery, useSetRules } from './rules-queries.ts';
import classes from './Rules.module.css';

const route = getRouteApi('/shell/accounts/$accountKey/stations/$stationKey/autodj/rules');

/** `…/autodj/rules`: how the Auto DJ chooses and mixes. */
export const RulesScreen = () => {
  const { accountKey, stationKey } = route.useParams();
  const { data: station } = useSuspenseQuery(stationQuery(stationKey));
  const mayChange = useMay('station.playout', { accountKey, stationKey });
  usePageTitle(`${station.name}: How it plays`);
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
        submit="Save"
        readOnly={readOnly}
        onSubmit={async (body) => {
          form.reset(await set.mutateAsync(body));
          announceSuccess(successes.autodjUpdated);
        }}
      >
        <Surface
          title="Separation"
          description="How long neither the same artist nor the same title comes again. Where nothing else is left, what played longest ago does."
        >
          <SimpleGrid cols={{ base: 1, xs: 2 }}>
            <Whole name="artist_minutes" label="Same artist" suffix=" min" max={24 * 60} step={5} />
            <Whole name="title_minutes" label="Same title" suffix=" min" max={7 * 24 * 60} step={15} />
          </SimpleGrid>
        </Surface>
        <Surface title="Jingles" description="They play between tracks, one after the other.">
          <SimpleGrid cols={{ base: 1, xs: 2 }}>
            <Whole
              name="jingle_every"
              label="A jingle after every … tracks"
              description="0 for none"
              max={100}
              step={1}
            />
          </SimpleGrid>
        </Surface>
        <Surface
          title="Crossfade"
          description="The end of a track and the beginning of the next sound together for a moment; 0 for none."
        >
          <Stack gap="sm">
            <SimpleGrid cols={{ base: 1, xs: 2 }}>
              <Whole
                name="mix_offset"
                label="Overlap"
                description="The next track begins so long before the end"
                suffix=" ms"
                max={20_000}
                step={50}
              />
              <Whole
                name="mix_speed"
                label="Fade"
                description="In this time the ending track gives way"
                suffix=" ms"
                max={20_000}
                step={50}
              />
            </SimpleGrid>
            <Text size="sm" c="dimmed">
              The {wording.AutoDJ} takes changes over from the next track on. No listener is let go.
            </Text>
          </Stack>
        </Surface>
      </ContractForm>
    </FormProvider>
  );
};

type WholeProps = {
  name: keyof AutoDjSettings;
  label: string;
  description?: string;
  suffix?: string;
  max: number;
  step: number;
};

/** A whole number from 0 on. */
const Whole = ({ name, ...rest }: WholeProps) => {
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
