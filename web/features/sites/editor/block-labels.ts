import {
  IconAddressBook,
  IconAlignLeft,
  IconBroadcast,
  IconBuildingBroadcastTower,
  IconCalendarTime,
  IconHeartHandshake,
  IconHistory,
  IconLink,
  IconMicrophone2,
  IconPhoto,
  IconPlayerPlay,
  IconPlaylist,
  IconShare,
  IconUsers,
  type Icon,
} from '@tabler/icons-react';
import type { BlockType, SiteBlock } from '#contract/api/site-blocks.ts';
import { wording } from '#brand/wording.ts';

/** What each kind of block is called, and what it shows. */
export const blockLabels: Record<BlockType, { name: string; about: string; icon: Icon }> = {
  hero: { name: 'Header', about: 'Picture, name and the player of a station', icon: IconBroadcast },
  player: { name: 'Player', about: 'One of your players for websites', icon: IconPlayerPlay },
  stations: { name: 'Stations', about: 'Your public stations', icon: IconBuildingBroadcastTower },
  recent: { name: 'Recently played', about: 'The last titles of a station', icon: IconHistory },
  schedule: { name: 'Programme', about: 'Broadcasts by weekday', icon: IconCalendarTime },
  podcasts: { name: wording.Podcasts, about: `Your ${wording.podcasts} with their covers`, icon: IconMicrophone2 },
  episodes: { name: 'Episodes', about: `The newest ones of a ${wording.podcast}`, icon: IconPlaylist },
  people: { name: 'Team', about: 'People with a public profile', icon: IconUsers },
  text: { name: 'Text', about: 'Headings, paragraphs, lists and links', icon: IconAlignLeft },
  image: { name: 'Image', about: 'A picture with a caption', icon: IconPhoto },
  social: { name: 'Social media', about: 'The profiles of a station elsewhere', icon: IconShare },
  links: { name: 'Links', about: 'Buttons to other websites', icon: IconLink },
  partners: { name: 'Partners', about: 'The partners of this portal', icon: IconHeartHandshake },
  contact: { name: 'Contact', about: 'E-mail, phone and postal address', icon: IconAddressBook },
};

/** `Text: About us`, or `Text` without a title. */
export const nameOfBlock = ({ type, title }: Pick<SiteBlock, 'type' | 'title'>): string =>
  title === '' ? blockLabels[type].name : `${blockLabels[type].name}: ${title}`;
