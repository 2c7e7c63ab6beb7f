import type { Distribution, PlatformState } from '#contract/distribution.ts';
import { wording } from '#brand/wording.ts';

type Words = { text: string; color: string };

/** What each state is called. */
export const stateWords: Record<PlatformState['state'], Words> = {
  not_submitted: { text: 'Not submitted', color: 'gray' },
  submitted: { text: 'Submitted', color: 'blue' },
  unchecked: { text: 'Could not be checked', color: 'yellow' },
  refuted: { text: 'Not this one', color: 'red' },
  listed: { text: 'Listed', color: 'green' },
};

/** What keeps directories from taking the feed, and the page that changes it. */
export const obstacleWords: Record<
  NonNullable<Distribution['obstacle']>,
  { text: string; page: string; link: string }
> = {
  unpublished: {
    text: `The ${wording.podcast} is not published, so nobody can read its feed.`,
    page: 'settings',
    link: 'Publish it in its settings',
  },
  blocked: {
    text: 'The feed asks directories to leave it out.',
    page: 'settings',
    link: 'Change that in its settings',
  },
  moved: {
    text: `The ${wording.podcast} has moved away: directories follow its new feed.`,
    page: 'settings',
    link: 'See its settings',
  },
  noEpisode: {
    text: 'There is no published episode yet. Directories refuse a feed without one.',
    page: 'episodes',
    link: 'Publish an episode',
  },
  noLogo: {
    text: 'There is no logo. Directories refuse a feed without one.',
    page: 'settings',
    link: 'Upload a logo',
  },
  noOwnerEmail: {
    text: 'The feed names no e-mail address of its owner; directories send a code there.',
    page: 'settings',
    link: 'Add the owner’s e-mail address',
  },
};
