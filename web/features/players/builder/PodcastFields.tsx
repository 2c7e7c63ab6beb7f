import { Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useController } from 'react-hook-form';
import { wording } from '#brand/wording.ts';
import type { AccountKey, PodcastKey } from '#contract/rules/keys.ts';
import { limits } from '#contract/rules/limits.ts';
import { podcastsQuery } from '#web/parts/podcast-queries.ts';
import { ChoiceInput } from '#web/ui/form/ChoiceInput.tsx';
import { NumberField } from '#web/ui/form/NumberField.tsx';
import type { BuilderForm } from './form.ts';

/** Enough for every account; more are found by their title. */
const most = 1000;
const page = { limit: most, offset: 0, search: '' };

/** The podcasts of an account, including its stations', to choose from. */
export const usePodcastChoice = (accountKey: AccountKey): { value: PodcastKey; label: string }[] => {
  const { data } = useQuery({ ...podcastsQuery({ accountKey }, page), throwOnError: false });
  return (data?.entities ?? []).map(({ key, title }) => ({ value: key, label: title }));
};

type PodcastFieldsProps = { form: BuilderForm; accountKey: AccountKey };

/** Which podcast a player plays, and how many of its newest episodes. */
export const PodcastFields = ({ form, accountKey }: PodcastFieldsProps) => {
  const { field, fieldState } = useController({ control: form.control, name: 'podcast' });
  const data = usePodcastChoice(accountKey);
  return (
    <Stack gap="md" mt="md">
      <ChoiceInput
        label={wording.Podcast}
        placeholder="Choose one"
        searchable
        allowDeselect={false}
        value={field.value ?? null}
        data={data}
        error={fieldState.error?.message}
        onChange={(key) => key !== null && field.onChange(key)}
      />
      <NumberField
        control={form.control}
        name="latest"
        label="Newest episodes"
        description="How many visitors can choose from"
        min={1}
        max={limits.playerEpisodes}
      />
    </Stack>
  );
};
