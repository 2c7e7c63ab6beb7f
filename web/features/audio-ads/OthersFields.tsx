import { MultiSelect, Radio, Stack, Text } from '@mantine/core';
import { Controller, useFormContext } from 'react-hook-form';
import type { AudioAdsRules } from '#contract/api/audio-ads.ts';
import { adCategories } from '#contract/rules/ad-rules.ts';
import { TagListInput } from '#web/ui/form/TagListInput.tsx';

/** Which campaigns of other accounts may play: after whose approval, and what is blocked. */
export const OthersFields = () => {
  const { control } = useFormContext<AudioAdsRules>();
  return (
    <Stack gap="md">
      <Controller
        control={control}
        name="approval"
        render={({ field }) => (
          <Radio.Group label="Before they play" value={field.value} onChange={field.onChange}>
            <Stack gap="xs" mt={6}>
              <Radio value="auto" label="No approval needed" />
              <Radio value="each" label="I approve each campaign" />
            </Stack>
          </Radio.Group>
        )}
      />
      <Controller
        control={control}
        name="blockedCategories"
        render={({ field }) => (
          <MultiSelect
            ref={field.ref}
            label="Blocked categories"
            data={Object.entries(adCategories).map(([value, label]) => ({ value, label }))}
            value={field.value}
            onChange={field.onChange}
            hidePickedOptions
            searchable
            clearable
            clearButtonProps={{ 'aria-label': 'Remove all categories' }}
          />
        )}
      />
      <Controller
        control={control}
        name="blockedAdvertisers"
        render={({ field, fieldState }) => (
          <TagListInput
            ref={field.ref}
            label="Blocked advertisers"
            description="Confirm each name with Enter."
            value={field.value}
            onChange={field.onChange}
            maxTags={500}
            error={fieldState.error?.message}
          />
        )}
      />
      <Text size="sm" c="dimmed">
        Whatever you block stops playing at once.
      </Text>
    </Stack>
  );
};
