import { useFormContext } from 'react-hook-form';
import type { ChangedPodcast } from '#contract/api/podcast.ts';

type Plain =
  | ('title' | 'subtitle' | 'description' | 'summary' | 'author' | 'owner_name' | 'owner_email' | 'copyright')
  | ('link' | 'pretty_url');

/** The props of a podcast field's input: its registration and its error. */
export const usePodcastField = () => {
  const { register, formState } = useFormContext<ChangedPodcast>();
  return (name: Plain) => ({ ...register(name), error: formState.errors[name]?.message });
};
