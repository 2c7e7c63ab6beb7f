import { Checkbox, Group, NativeSelect, NumberInput, Radio, SimpleGrid, Stack } from '@mantine/core';
import { Controller, useFormContext, useWatch } from 'react-hook-form';
import { Surface } from '#web/ui/Surface.tsx';
import { NumberField } from '#web/ui/form/NumberField.tsx';
import type { CampaignValues } from './campaign-form.ts';

const periods = [
  { value: '900', label: '15 minutes' },
  { value: '3600', label: 'hour' },
  { value: '21600', label: '6 hours' },
  { value: '86400', label: 'day' },
];
const defaultPeriod = 3600;

/** How many impressions a campaign delivers, at which pace, and how often one listener may hear it. */
export const FrequencyFields = () => {
  const { control, formState } = useFormContext<CampaignValues>();
  return (
    <Surface title="How often">
      <Stack gap="md">
        <SimpleGrid cols={{ base: 1, xs: 2 }}>
          <NumberField control={control} name="impressionLimit" label="Impressions" min={1} max={1_000_000_000} />
          <NumberField
            control={control}
            name="rateLimiting.perDay"
            label="At most per day"
            placeholder="No limit"
            min={1}
            max={1_000_000_000}
          />
        </SimpleGrid>
        <Controller
          control={control}
          name="rateLimiting.pacing"
          render={({ field }) => (
            <Radio.Group label="Pace" value={field.value} onChange={field.onChange}>
              <Group gap="lg" mt={6}>
                <Radio value="even" label="Evenly until the last day" />
                <Radio value="fast" label="As fast as possible" />
              </Group>
            </Radio.Group>
          )}
        />
        <Controller
          control={control}
          name="positions"
          render={({ field }) => (
            <Checkbox.Group
              label="Where"
              value={[...field.value]}
              onChange={(positions) => field.onChange(positions)}
              error={formState.errors.positions?.message}
            >
              <Group gap="lg" mt={6}>
                <Checkbox value="pre" label="Before the stream or episode begins" />
                <Checkbox value="mid" label="In breaks" />
                <Checkbox value="post" label="At the end of an episode" />
              </Group>
            </Checkbox.Group>
          )}
        />
        <Caps />
      </Stack>
    </Surface>
  );
};

const Caps = () => {
  const { control, setValue } = useFormContext<CampaignValues>();
  const caps = useWatch({ control, name: 'rateLimiting.perListener' });
  const [first, ...others] = caps;
  const set = (count: number | undefined, seconds: number): void =>
    setValue('rateLimiting.perListener', count === undefined ? [] : [{ count, seconds }, ...others], {
      shouldDirty: true,
    });
  return (
    <SimpleGrid cols={{ base: 1, xs: 2, lg: 3 }}>
      <Group gap="xs" wrap="nowrap" align="flex-end">
        <NumberInput
          label="One listener"
          placeholder="No limit"
          suffix="×"
          value={first?.count ?? ''}
          min={1}
          max={1000}
          allowDecimal={false}
          allowNegative={false}
          onChange={(count) =>
            set(count === '' ? undefined : Math.max(1, Number(count)), first?.seconds ?? defaultPeriod)
          }
        />
        <NativeSelect
          aria-label="One listener, within"
          value={String(first?.seconds ?? defaultPeriod)}
          disabled={!first}
          onChange={({ currentTarget }) => set(first?.count, Number(currentTarget.value))}
          data={
            first && !periods.some(({ value }) => value === String(first.seconds))
              ? [...periods, { value: String(first.seconds), label: `${String(Math.round(first.seconds / 60))} min` }]
              : periods
          }
          miw={120}
        />
      </Group>
      <NumberField
        control={control}
        name="rateLimiting.perSession"
        label="One session"
        placeholder="No limit"
        suffix="×"
        min={1}
        max={1000}
      />
      <NumberField
        control={control}
        name="rateLimiting.minutesBetween"
        label="Between two"
        placeholder="No limit"
        suffix=" min"
        min={1}
        max={1440}
      />
    </SimpleGrid>
  );
};
