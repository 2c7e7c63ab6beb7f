import { SimpleGrid, Text, Textarea, TextInput } from '@mantine/core';
import { useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import {
  ChangedProfile,
  socialNames,
  socialPlatforms,
  type SocialPlatform,
  type StationProfile,
} from '#contract/api/station-profile.ts';
import { stationQuery } from '#web/parts/station-queries.ts';
import { toastSuccess } from '#web/lib/toasts.tsx';
import { ContractForm, useContractForm } from '#web/ui/form/ContractForm.tsx';
import { usePageTitle } from '#web/ui/PageHeader.tsx';
import { Surface } from '#web/ui/Surface.tsx';
import { profileQuery, useSetProfile } from '#web/parts/station-settings-queries.ts';
import { StationPageCard } from './StationPageCard.tsx';
import { useMayChange } from './StationSettingsFrame.tsx';
import classes from './StationSettings.module.css';

const route = getRouteApi('/shell/accounts/$accountKey/stations/$stationKey');

/** `…/widget`, the profile tab: the station's public profile and social media links (spec §2). */
export const WidgetScreen = () => {
  const { stationKey } = route.useParams();
  const { data: station } = useSuspenseQuery(stationQuery(stationKey));
  const { data: profile } = useSuspenseQuery(profileQuery(stationKey));
  usePageTitle(`${station.name}: Profile`);
  return (
    <div className={classes.narrow} key={stationKey}>
      <StationPageCard name={station.name} url={profile.page_url} />
      <ProfileForm profile={profile} />
    </div>
  );
};

const placeholders: Record<SocialPlatform, string> = {
  facebook: 'https://facebook.com/your.station',
  x: 'https://x.com/yourstation',
  instagram: 'https://instagram.com/yourstation',
  youtube: 'https://youtube.com/@yourstation',
  tiktok: 'https://tiktok.com/@yourstation',
  linkedin: 'https://linkedin.com/company/your-station',
  whatsapp: 'https://wa.me/306900000000',
  telegram: 'https://t.me/yourstation',
};

const ProfileForm = ({ profile }: { profile: StationProfile }) => {
  const { stationKey } = route.useParams();
  const set = useSetProfile(stationKey);
  const mayChange = useMayChange();
  const form = useContractForm(ChangedProfile, profile);
  const { errors } = form.formState;
  return (
    <ContractForm
      form={form}
      readOnly={!mayChange}
      onSubmit={async (body) => {
        form.reset(await set.mutateAsync(body));
        toastSuccess('Profile saved.');
      }}
    >
      <Surface title="Public profile">
        <SimpleGrid cols={{ base: 1, xs: 2 }}>
          <TextInput
            {...form.register('site_url')}
            label="Site URL"
            description="The short name in the URL of the station’s page: at least 6 letters, numbers, dashes and underscores"
            spellCheck={false}
            error={errors.site_url?.message}
          />
          <TextInput
            {...form.register('website')}
            label="Website"
            description="The station’s own site"
            type="url"
            placeholder="example.com"
            error={errors.website?.message}
          />
          <TextInput {...form.register('phone')} label="Phone" type="tel" error={errors.phone?.message} />
        </SimpleGrid>
        <Textarea
          {...form.register('about')}
          label="About"
          mt="md"
          autosize
          minRows={3}
          maxRows={14}
          error={errors.about?.message}
        />
      </Surface>
      <Surface title="Social media">
        <Text size="sm" c="dimmed" mb="md">
          Full URL of each profile. Leave empty if you have none.
        </Text>
        <SimpleGrid cols={{ base: 1, xs: 2 }}>
          {socialPlatforms.map((place) => (
            <TextInput
              key={place}
              {...form.register(`social.${place}`)}
              label={socialNames[place]}
              placeholder={placeholders[place]}
              type="url"
              spellCheck={false}
              error={errors.social?.[place]?.message}
            />
          ))}
        </SimpleGrid>
      </Surface>
    </ContractForm>
  );
};
