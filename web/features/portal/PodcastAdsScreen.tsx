import { SimpleGrid } from '@mantine/core';
import { useSuspenseQuery } from '@tanstack/react-query';
import { PodcastAdsSettings } from '#contract/portal.ts';
import { wording } from '#brand/wording.ts';
import { announceSuccess } from '#web/lib/announce.tsx';
import { ContractForm, useContractForm } from '#web/ui/form/ContractForm.tsx';
import { SwitchField } from '#web/ui/form/SwitchField.tsx';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { Surface } from '#web/ui/Surface.tsx';
import { NumberField } from '#web/ui/form/NumberField.tsx';
import { podcastAdsQuery, useSetPodcastAds } from './queries.ts';

/** `/portal/ads-settings`: how many spots a podcast may hold, unless it says otherwise. */
export const PodcastAdsScreen = () => {
  const { data } = useSuspenseQuery(podcastAdsQuery);
  const change = useSetPodcastAds();
  const form = useContractForm<PodcastAdsSettings, PodcastAdsSettings>(PodcastAdsSettings, data);
  const { control } = form;
  return (
    <>
      <PageHeader
        title={`${wording.Podcast} Ads Settings`}
        description={`They hold for every ${wording.podcast} that has none of its own.`}
      />
      <Surface maw={760}>
        <ContractForm
          form={form}
          submit="Save"
          onSubmit={async (values) => {
            form.reset(await change.mutateAsync(values));
            announceSuccess('The settings were saved.');
          }}
        >
          <SwitchField control={control} name="enabled" label={`Spots in ${wording.podcasts}`} />
          <SimpleGrid cols={{ base: 1, xs: 3 }}>
            <NumberField
              control={control}
              name="pre_roll"
              label="Before"
              description="Spots, 0 to 10"
              min={0}
              max={10}
            />
            <NumberField
              control={control}
              name="mid_roll"
              label="Within"
              description="Spots, 0 to 50"
              min={0}
              max={50}
            />
            <NumberField
              control={control}
              name="post_roll"
              label="After"
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
              description="At least so long from one break to the next"
              min={1}
              max={240}
            />
            <NumberField
              control={control}
              name="cpm"
              label="Price"
              description="US dollars for a thousand impressions"
              min={0}
              max={100_000}
              scale={100}
              prefix="$"
            />
          </SimpleGrid>
          <SwitchField
            control={control}
            name="opt_out_allowed"
            label={`Owners may switch spots off for their ${wording.podcasts}`}
          />
        </ContractForm>
      </Surface>
    </>
  );
};
