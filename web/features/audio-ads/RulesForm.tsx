import { NumberInput, SimpleGrid, Stack, TextInput } from '@mantine/core';
import { lazy, Suspense, type ReactNode } from 'react';
import { Controller, FormProvider, useFormContext, useWatch } from 'react-hook-form';
import type * as z from 'zod/mini';
import { AudioAdsRules, type AudioAds } from '#contract/api/audio-ads.ts';
import type { StationKey } from '#contract/rules/keys.ts';
import { limits } from '#contract/rules/limits.ts';
import { wording } from '#brand/wording.ts';
import { HoursField } from '#web/features/advertising/shared/HoursField.tsx';
import { loadChunk } from '#web/lib/chunks.ts';
import { toastSuccess } from '#web/lib/toasts.tsx';
import { CopyField } from '#web/ui/CopyField.tsx';
import { ContractForm, useContractForm } from '#web/ui/form/ContractForm.tsx';
import { NumberField } from '#web/ui/form/NumberField.tsx';
import { SwitchField } from '#web/ui/form/SwitchField.tsx';
import { ScreenSkeleton } from '#web/ui/ScreenSkeleton.tsx';
import { Surface } from '#web/ui/Surface.tsx';
import classes from './AudioAds.module.css';
import { useSetAudioAdsRules } from './queries.ts';
import { longestBreaks } from './break-texts.ts';

const ClockMinutes = lazy(() =>
  loadChunk(() => import('./ClockMinutes.tsx')).then((part) => ({ default: part.ClockMinutes })),
);
const CueOffsetText = lazy(() =>
  loadChunk(() => import('./CueOffsetText.tsx')).then((part) => ({ default: part.CueOffsetText })),
);
const OthersFields = lazy(() =>
  loadChunk(() => import('./OthersFields.tsx')).then((part) => ({ default: part.OthersFields })),
);

type RulesFormProps = {
  stationKey: StationKey;
  ads: AudioAds;
  timezone: string;
  /** Where apps ask for spots. */
  vastUrl: string;
  readOnly: boolean;
};

const rulesOf = (ads: AudioAds): AudioAdsRules => ({
  ...{ breaks: ads.breaks, networkAds: ads.networkAds, approval: ads.approval, providerAds: ads.providerAds },
  ...{ blockedCategories: ads.blockedCategories, blockedAdvertisers: ads.blockedAdvertisers },
});

const Schema = AudioAdsRules as unknown as z.ZodMiniType<AudioAdsRules, AudioAdsRules>;

/** When a station makes breaks, and what may play in them. */
export const RulesForm = ({ stationKey, ads, timezone, vastUrl, readOnly }: RulesFormProps) => {
  const set = useSetAudioAdsRules(stationKey);
  const form = useContractForm<AudioAdsRules, AudioAdsRules>(Schema, rulesOf(ads));
  return (
    <FormProvider {...form}>
      <ContractForm
        form={form}
        readOnly={readOnly}
        onSubmit={async (body) => {
          form.reset(rulesOf(await set.mutateAsync(body)));
          toastSuccess('They apply from the next break on.', 'Rules saved');
        }}
      >
        <Surface title="When breaks play" description={<AdLoad />}>
          <BreakKinds stationKey={stationKey} />
        </Surface>
        <Surface title="Quiet hours" description={`Hours without breaks, in ${timezone.replaceAll('_', ' ')}`}>
          <QuietHours />
        </Surface>
        <Surface title="What may play" description="Your own campaigns always may.">
          <Allowed />
        </Surface>
        <Surface title="Apps" description="For apps that insert spots into the programme by themselves">
          <Apps vastUrl={vastUrl} />
        </Surface>
      </ContractForm>
    </FormProvider>
  );
};

/** How much of an hour breaks can take at most. */
const AdLoad = () => {
  const { control } = useFormContext<AudioAdsRules>();
  const breaks = useWatch({ control, name: 'breaks' });
  return <span role="status">{longestBreaks(breaks)}</span>;
};

const Kind = ({ children }: { children: ReactNode }) => (
  <div className={classes.kind}>
    <Stack gap="sm">{children}</Stack>
  </div>
);

const BreakKinds = ({ stationKey }: { stationKey: StationKey }) => {
  const { control, register, formState } = useFormContext<AudioAdsRules>();
  const breaks = useWatch({ control, name: 'breaks' });
  const longest = { label: 'At most', suffix: ' s', min: 5 };
  return (
    <div>
      <Kind>
        <SwitchField
          control={control}
          name="breaks.preRoll.enabled"
          label="Before a listener’s stream begins"
          description="Nothing of the programme is covered for others."
        />
        {breaks.preRoll.enabled && (
          <SimpleGrid cols={{ base: 1, xs: 2 }}>
            <NumberField control={control} name="breaks.preRoll.maxSeconds" {...longest} max={60} />
            <NumberField
              control={control}
              name="breaks.againAfterMinutes"
              label="Not again for"
              suffix=" min"
              min={0}
              max={1440}
            />
          </SimpleGrid>
        )}
      </Kind>
      <Kind>
        <SwitchField
          control={control}
          name="breaks.autodj.enabled"
          label={`Between two tracks of the ${wording.AutoDJ}`}
        />
        {breaks.autodj.enabled && (
          <SimpleGrid cols={{ base: 1, xs: 2 }}>
            <NumberField
              control={control}
              name="breaks.autodj.perHour"
              label="Breaks per hour"
              min={1}
              max={limits.adBreaksPerHour}
            />
            <NumberField control={control} name="breaks.autodj.maxSeconds" {...longest} max={180} />
          </SimpleGrid>
        )}
      </Kind>
      <Kind>
        <SwitchField
          control={control}
          name="breaks.cue.enabled"
          label="When your encoder sends a certain title"
          description="The break lasts until the next title."
        />
        {breaks.cue.enabled && (
          <SimpleGrid cols={{ base: 1, xs: 2 }}>
            <TextInput
              {...register('breaks.cue.title')}
              label="Title contains"
              placeholder="ADBREAK"
              maxLength={100}
              error={formState.errors.breaks?.cue?.title?.message}
            />
            <NumberField control={control} name="breaks.cue.maxSeconds" {...longest} max={300} />
          </SimpleGrid>
        )}
        {breaks.cue.enabled && (
          <SwitchField
            control={control}
            name="breaks.alignCues"
            label="Begin and end at the pause in the sound"
            description={
              <Suspense fallback={null}>
                <CueOffsetText stationKey={stationKey} />
              </Suspense>
            }
          />
        )}
      </Kind>
      <Kind>
        <SwitchField
          control={control}
          name="breaks.clock.enabled"
          label="At fixed minutes of each hour"
          description="Whatever plays then is covered, also live speech."
        />
        {breaks.clock.enabled && (
          <SimpleGrid cols={{ base: 1, xs: 2 }}>
            <Suspense fallback={<ScreenSkeleton />}>
              <ClockMinutes />
            </Suspense>
            <NumberField control={control} name="breaks.clock.seconds" label="Length" suffix=" s" min={5} max={180} />
          </SimpleGrid>
        )}
      </Kind>
      <Kind>
        <Enough />
      </Kind>
    </div>
  );
};

const Enough = () => {
  const { control } = useFormContext<AudioAdsRules>();
  return (
    <Controller
      control={control}
      name="breaks.enough"
      render={({ field }) => (
        <NumberInput
          ref={field.ref}
          label="Break only if a spot is there for"
          description="Share of the current listeners; without any spot there is never a break."
          suffix="% of listeners"
          value={Math.round(field.value * 100)}
          min={0}
          max={100}
          clampBehavior="strict"
          allowDecimal={false}
          maw={320}
          onChange={(percent) => field.onChange((Number(percent) || 0) / 100)}
        />
      )}
    />
  );
};

const QuietHours = () => {
  const { control, formState } = useFormContext<AudioAdsRules>();
  return (
    <Controller
      control={control}
      name="breaks.quiet"
      render={({ field }) => (
        <HoursField
          label="Without breaks"
          value={field.value}
          onChange={field.onChange}
          error={formState.errors.breaks?.quiet === undefined ? undefined : 'Please choose days and times.'}
        />
      )}
    />
  );
};

const Apps = ({ vastUrl }: { vastUrl: string }) => {
  const { control } = useFormContext<AudioAdsRules>();
  const isOn = useWatch({ control, name: 'breaks.apps.enabled' });
  return (
    <Stack gap="md">
      <SwitchField
        control={control}
        name="breaks.apps.enabled"
        label="Give spots to apps by VAST"
        description="Anyone who knows the address can ask. What an app reports as heard counts like a spot in the stream."
      />
      {isOn && (
        <dl style={{ margin: 0 }}>
          <CopyField label="VAST tag" value={vastUrl} />
        </dl>
      )}
    </Stack>
  );
};

const Allowed = () => {
  const { control } = useFormContext<AudioAdsRules>();
  const networkAds = useWatch({ control, name: 'networkAds' });
  return (
    <Stack gap="md">
      <SwitchField
        control={control}
        name="networkAds"
        label="Campaigns of other accounts"
        description="Campaigns that the portal plays on several stations"
      />
      {networkAds && (
        <Suspense fallback={<ScreenSkeleton />}>
          <OthersFields />
        </Suspense>
      )}
      <SwitchField
        control={control}
        name="breaks.level"
        label="As loud as the programme"
        description="Spots are made up to 9 dB quieter where the programme is quieter, never louder."
      />
      <SwitchField
        control={control}
        name="providerAds"
        label="Spots of ad servers"
        description="An ad server gets the address and the player of each listener it is asked for, if the law of their country allows it without consent or the ad server is set to have it. Tell your listeners."
      />
    </Stack>
  );
};
