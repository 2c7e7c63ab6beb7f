import { SimpleGrid } from '@mantine/core';
import { useSuspenseQuery } from '@tanstack/react-query';
import { PodcastAdsSettings } from '#contract/api/portal.ts';
import { wording } from '#brand/wording.ts';
import { toastSuccess } from '#web/lib/toasts.tsx';
import { ContractForm, useContractForm } from '#web/ui/form/ContractForm.tsx';
import { SwitchField } from '#web/ui/form/SwitchField.tsx';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { Surface } from '#web/ui/Surface.tsx';
import { NumberField } from '#web/ui/form/NumberField.tsx';
import { podcastAdsQuery, useSetPodcastAds } from './queries.ts';

/** `/portal/ads-settings`: the default number of spots in podcasts. */
export const PodcastAdsScreen = () => {
  const { data } = useSuspenseQuery(podcastAdsQuery);
  const change = useSetPodcastAds();
  const form = useContractForm<PodcastAdsSettings, PodcastAdsSettings>(PodcastAdsSettings, data);
  const { control } = form;
  return (
    <>
      <PageHeader
        title={`${wording.Podcast} Ads Settings`}
        description={`Defaults for every ${wording.podcast} without its own settings`}
      />
      <Surface maw="var(--form-width)">
        <ContractForm
          form={form}
          onSubmit={async (values) => {
            form.reset(await change.mutateAsync(values));
            toastSuccess('Settings saved.');
          }}
        >
          <SwitchField control={control} name="enabled" label={`Spots in ${wording.podcasts}`} />
          <SimpleGrid cols={{ base: 1, xs: 3 }}>
            <NumberField
              control={control}
              name="pre_roll"
              label="Pre-roll"
              description="Spots, 0 to 10"
              min={0}
              max={10}
            />
            <NumberField
              control={control}
              name="mid_roll"
              label="Mid-roll"
              description="Spots, 0 to 50"
              min={0}
              max={50}
            />
            <NumberField
              control={control}
              name="post_roll"
              label="Post-roll"
              description="Spots, 0 to 10"
              min={0}
              max={10}
            />
          </SimpleGrid>
          <SimpleGrid cols={{ base: 1, xs: 2 }}>
            <NumberField
              control={control}
              name="minutes_between"
              label="Minutes between"
              description="Minimum time between two breaks"
              min={1}
              max={240}
            />
            <NumberField
              control={control}
              name="cpm"
              label="CPM rate"
              description="US dollars per 1,000 impressions"
              min={0}
              max={100_000}
              scale={100}
              prefix="$"
            />
          </SimpleGrid>
          <SwitchField
            control={control}
            name="opt_out_allowed"
            label={`Owners can turn spots off for their ${wording.podcasts}`}
          />
        </ContractForm>
      </Surface>
    </>
  );
};
