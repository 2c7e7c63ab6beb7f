import {
  IconBrandAmazon,
  IconBrandApplePodcast,
  IconBrandDeezer,
  IconBrandSpotify,
  IconBrandYoutube,
  IconRss,
} from '@tabler/icons-react';
import classes from './Distribute.module.css';

const marks: Readonly<Record<string, typeof IconRss>> = {
  apple: IconBrandApplePodcast,
  spotify: IconBrandSpotify,
  youtube: IconBrandYoutube,
  amazon: IconBrandAmazon,
  deezer: IconBrandDeezer,
};

/** The mark of a directory; that of a feed where there is none. */
export const PlatformMark = ({ platform, size }: { platform: string; size: number }) => {
  const Mark = marks[platform] ?? IconRss;
  return (
    <span
      className={classes.mark}
      style={{ width: size, height: size }}
      data-neutral={!(platform in marks) || undefined}
    >
      <Mark size={size * 0.6} stroke={1.6} aria-hidden />
    </span>
  );
};
