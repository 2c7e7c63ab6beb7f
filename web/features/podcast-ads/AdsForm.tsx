import { Radio, SimpleGrid, Stack, Text } from '@mantine/core';
import { useId } from 'react';
import { Controller, useWatch, type Control } from 'react-hook-form';
import { markersOf } from '#contract/api/ad-markers.ts';
import type { PodcastKey } from '#contract/rules/keys.ts';
import { PodcastAds, type AdBounds } from '#contract/api/podcast-ads.ts';
import { wording } from '#brand/wording.ts';
import { count } from '#web/lib/format.ts';
import { toastSuccess } from '#web/lib/toasts.tsx';
import { ContractForm, useContractForm } from '#web/ui/form/ContractForm.tsx';
import { NumberField } from '#web/ui/form/NumberField.tsx';
import { SwitchField } from '#web/ui/form/SwitchField.tsx';
import { Surface } from '#web/ui/Surface.tsx';
import { SpotLine } from './SpotLine.tsx';
import { midRuleLabels } from './spot-labels.ts';
import { useSetAds } from './queries.ts';

type Ads = PodcastAds & { bounds: AdBounds };
type AdsFormProps = { podcastKey: PodcastKey; ads: Ads; readOnly: boolean };

/** The default spot settings of a podcast's episodes. */
export const AdsForm = ({ podcastKey, ads: { bounds, ...ads }, readOnly }: AdsFormProps) => {
  const set = useSetAds(podcastKey);
  const form = useContractForm<PodcastAds, PodcastAds>(PodcastAds, ads);
  const { control } = form;
  const rule = useWatch({ control, name: 'mid_rule' });
  const maxText = (max: number): string => (max === 0 ? 'Not allowed' : `Up to ${count(max, 'spot')}`);
  return (
    <Surface
      title="Default for all episodes"
      description={`Individual episodes can override these settings. Breaks are at least ${count(bounds.minutes_between, 'minute')} apart.`}
    >
      <ContractForm
        form={form}
        readOnly={readOnly}
        onSubmit={async (body) => {
          const { bounds: _bounds, ...saved } = await set.mutateAsync(body);
          form.reset(saved);
          toastSuccess('Ad settings saved.');
        }}
      >
        <SwitchField
          control={control}
          name="enabled"
          label={`Spots in this ${wording.podcast}`}
          disabled={!bounds.opt_out_allowed}
          {...(!bounds.opt_out_allowed && {
            description: `Spots cannot be turned off for a single ${wording.podcast}.`,
          })}
        />
        <SimpleGrid cols={{ base: 1, xs: 3 }}>
          <NumberField
            control={control}
            name="pre_roll"
            label="Pre-roll"
            description={maxText(bounds.pre_roll)}
            min={0}
            max={bounds.pre_roll}
          />
          <NumberField
            control={control}
            name="mid_roll"
            label="Mid-roll"
            description={maxText(bounds.mid_roll)}
            min={0}
            max={bounds.mid_roll}
          />
          <NumberField
            control={control}
            name="post_roll"
            label="Post-roll"
            description={maxText(bounds.post_roll)}
            min={0}
            max={bounds.post_roll}
          />
        </SimpleGrid>
        <MidRule control={control} />
        {rule === 'interval' && (
          <NumberField
            control={control}
            name="interval_minutes"
            label="Interval"
            min={bounds.minutes_between}
            max={240}
            suffix=" min"
          />
        )}
        <HourPreview control={control} bounds={bounds} />
      </ContractForm>
    </Surface>
  );
};

type FormControl = Control<PodcastAds, unknown, PodcastAds>;

const MidRule = ({ control }: { control: FormControl }) => (
  <Controller
    control={control}
    name="mid_rule"
    render={({ field }) => (
      <Radio.Group label="Mid-roll placement" value={field.value} onChange={field.onChange}>
        <Stack gap="xs" mt="xs">
          {Object.entries(midRuleLabels).map(([rule, { label, description }]) => (
            <Radio key={rule} value={rule} label={label} description={description} />
          ))}
        </Stack>
      </Radio.Group>
    )}
  />
);

const chapters = [0, 11, 24, 33, 47].map((minute) => ({ start: minute * 60 }));

/** A preview of these settings in a one-hour episode with five chapters. */
const HourPreview = ({ control, bounds }: { control: FormControl; bounds: AdBounds }) => {
  const podcast = useWatch({ control }) as PodcastAds;
  const id = useId();
  const episode = { duration: 3600, chapters };
  const own = { opt_out: false, own: null };
  const markers = markersOf({ podcast, bounds: { ...bounds, enabled: true }, episode, own });
  return (
    <div role="group" aria-labelledby={id}>
      <Text size="sm" fw={500} id={id} mb={6}>
        Preview: one-hour episode with five chapters
      </Text>
      <SpotLine markers={markers} duration={3600} chapters={chapters} />
    </div>
  );
};
