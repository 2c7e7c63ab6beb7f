import type { PodcastVerdict } from '#contract/podcast-stats.ts';

/** What each verdict is called, and what it means. */
export const verdictWords: Record<PodcastVerdict, { name: string; meaning: string }> = {
  counted: { name: 'Download', meaning: 'Enough of the episode was sent, for the first time in 24 hours.' },
  duplicate: {
    name: 'Again',
    meaning: 'The same listener was counted for this episode within 24 hours: seeking, resuming, listening again.',
  },
  partial: {
    name: 'Not enough',
    meaning: 'Less than a minute of sound, or not all of a shorter episode, was sent so far; each byte counts once.',
  },
  probe: { name: 'Probe', meaning: 'A player asked for a byte or two, to learn how large the file is.' },
  head: { name: 'Headers only', meaning: 'An app or directory asked about the file and took none of it.' },
  bot: { name: 'Robot', meaning: 'A search engine, directory, monitor or script, by its user agent.' },
  watch: { name: 'Watch', meaning: 'An Apple Watch, which fetches what its phone has been counted for.' },
  prefetch: { name: 'Loaded ahead', meaning: 'A browser said that it was loading before anybody had asked.' },
  notModified: { name: 'Had it', meaning: 'The app or a cache asked whether its copy is still good, and it was.' },
  refused: { name: 'Out of range', meaning: 'A part was asked for that the file does not have.' },
};
