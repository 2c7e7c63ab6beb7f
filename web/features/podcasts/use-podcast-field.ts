import { useFormContext } from 'react-hook-form';
import type { ChangedPodcast } from '#contract/podcast.ts';

type Plain =
  | ('title' | 'subtitle' | 'description' | 'summary' | 'author' | 'owner_name' | 'owner_email' | 'copyright')
  | ('link' | 'pretty_url');

/** What an input of a podcast's field takes: its registration and what is wrong with it. */
export const usePodcastField = () => {
  const { register, formState } = useFormContext<ChangedPodcast>();
  return (name: Plain) => ({ ...register(name), error: formState.errors[name]?.message });
};
