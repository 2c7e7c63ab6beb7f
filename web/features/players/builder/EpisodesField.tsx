import { Input } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useController } from 'react-hook-form';
import { wording } from '#brand/wording.ts';
import type { AccountKey, EpisodeKey, PodcastKey } from '#contract/rules/keys.ts';
import { limits } from '#contract/rules/limits.ts';
import type { Player } from '#contract/api/player.ts';
import { ChoiceInput } from '#web/ui/form/ChoiceInput.tsx';
import { playlistEpisodesQuery } from '../queries.ts';
import { ChosenList } from './ChosenList.tsx';
import type { BuilderForm } from './form.ts';
import { usePodcastChoice } from './PodcastFields.tsx';

type EpisodesFieldProps = {
  form: BuilderForm;
  accountKey: AccountKey;
  /** The titles of the episodes that were saved. */
  saved: Player['episodes'];
};

/** The episodes of a playlist in their order, added from any podcast of the account. */
export const EpisodesField = ({ form, accountKey, saved }: EpisodesFieldProps) => {
  const { field, fieldState } = useController({ control: form.control, name: 'episodes' });
  const [titles, setTitles] = useState(() => new Map<string, string>(saved.map(({ key, title }) => [key, title])));
  const [podcast, setPodcast] = useState<PodcastKey>();
  const podcasts = usePodcastChoice(accountKey);
  const { data } = useQuery({ ...playlistEpisodesQuery(podcast), throwOnError: false });
  const chosen = field.value ?? [];
  const others = (data?.entities ?? []).filter(({ key }) => !chosen.includes(key));
  const add = (key: EpisodeKey): void => {
    const title = others.find((one) => one.key === key)?.title ?? '';
    setTitles((before) => new Map(before).set(key, title));
    field.onChange([...chosen, key]);
  };
  return (
    <Input.Wrapper
      label="Episodes"
      description="Visitors see those that are published, in this order"
      error={fieldState.error?.message}
      mt="md"
    >
      <ChosenList
        label="Episodes of the player"
        chosen={chosen}
        nameOf={(key) => ({ name: titles.get(key) ?? 'Episode' })}
        onChange={field.onChange}
      />
      <ChoiceInput
        aria-label={`${wording.Podcast} to add from`}
        placeholder={`Choose a ${wording.podcast} to add from`}
        searchable
        value={podcast ?? null}
        data={podcasts}
        onChange={(key) => setPodcast((key ?? undefined) as PodcastKey | undefined)}
      />
      {podcast !== undefined && chosen.length < limits.playerEpisodes && (
        <ChoiceInput
          aria-label="Add an episode"
          placeholder="Add an episode"
          searchable
          mt="xs"
          value={null}
          data={others.map(({ key, title }) => ({ value: key, label: title }))}
          onChange={(key) => key !== null && add(key as EpisodeKey)}
        />
      )}
    </Input.Wrapper>
  );
};
