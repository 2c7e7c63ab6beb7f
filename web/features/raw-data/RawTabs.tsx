import { fillText } from '#contract/rules/brand.ts';
import { brand } from '#brand/brand.ts';
import { PageSwitch } from '#web/ui/PageSwitch.tsx';

/** Tabs for live and archived raw data, and for an account's podcasts; `base` is the path of the live page. */
export const RawTabs = ({ base, hasPodcasts = false }: { base: string; hasPodcasts?: boolean }) => (
  <PageSwitch
    label="Raw data"
    pages={[
      { to: base, text: 'Live raw data' },
      { to: `${base}/archive`, text: 'Archived raw data' },
      ...(hasPodcasts ? [{ to: `${base}/podcasts`, text: fillText('{Podcasts} raw', brand.wording) }] : []),
    ]}
  />
);
