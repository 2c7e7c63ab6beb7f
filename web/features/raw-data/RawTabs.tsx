import { say } from '#contract/brand.ts';
import { brand } from '#brand/brand.ts';
import { PageTabs } from '#web/ui/PageTabs.tsx';

/** Live and archived raw data beside each other, of an account also that of its podcasts; `base` is the page of the live one. */
export const RawTabs = ({ base, hasPodcasts = false }: { base: string; hasPodcasts?: boolean }) => (
  <PageTabs
    label="Raw data"
    tabs={[
      { to: base, text: 'Live raw data', exact: true },
      { to: `${base}/archive`, text: 'Archived raw data' },
      ...(hasPodcasts ? [{ to: `${base}/podcasts`, text: say('{Podcasts} raw', brand.wording) }] : []),
    ]}
  />
);
