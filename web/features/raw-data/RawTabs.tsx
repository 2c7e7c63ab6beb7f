import { say } from '#contract/brand.ts';
import { brand } from '#brand/brand.ts';
import { PageSwitch } from '#web/ui/PageSwitch.tsx';

/** Live and archived raw data beside each other, of an account also that of its podcasts; `base` is the page of the live one. */
export const RawTabs = ({ base, hasPodcasts = false }: { base: string; hasPodcasts?: boolean }) => (
  <PageSwitch
    label="Raw data"
    pages={[
      { to: base, text: 'Live raw data' },
      { to: `${base}/archive`, text: 'Archived raw data' },
      ...(hasPodcasts ? [{ to: `${base}/podcasts`, text: say('{Podcasts} raw', brand.wording) }] : []),
    ]}
  />
);
