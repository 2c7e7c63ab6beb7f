import type { PodcastVerdict } from '#contract/api/podcast-stats.ts';

/** The name and meaning of each verdict. */
export const verdictLabels: Record<PodcastVerdict, { name: string; meaning: string }> = {
  counted: { name: 'Download', meaning: 'Enough of the episode was sent, for the first time in 24 hours.' },
  duplicate: {
    name: 'Repeat',
    meaning: 'The listener was already counted for this episode within 24 hours: seeking, resuming or listening again.',
  },
  partial: {
    name: 'Too short',
    meaning:
      'Less than a minute of audio, or less than a shorter episode, has been sent so far. Each byte counts once.',
  },
  probe: { name: 'Probe', meaning: 'A player requested one or two bytes to learn the file size.' },
  head: { name: 'Headers only', meaning: 'An app or directory requested only the headers of the file.' },
  bot: { name: 'Bot', meaning: 'A search engine, directory, monitor or script, detected by its user agent.' },
  watch: { name: 'Apple Watch', meaning: 'An Apple Watch downloads what its iPhone has already been counted for.' },
  prefetch: { name: 'Preloaded', meaning: 'The browser marked the request as a prefetch.' },
  notModified: { name: 'Not modified', meaning: 'An app or cache checked its copy, which was still current.' },
  refused: { name: 'Out of range', meaning: 'The requested range is not in the file.' },
};
