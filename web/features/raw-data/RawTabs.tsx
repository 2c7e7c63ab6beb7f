import { PageTabs } from '#web/ui/PageTabs.tsx';

/** Live and archived raw data beside each other; `base` is the page of the live one. */
export const RawTabs = ({ base }: { base: string }) => (
  <PageTabs
    label="Raw data"
    tabs={[
      { to: base, text: 'Live raw data', exact: true },
      { to: `${base}/archive`, text: 'Archived raw data' },
    ]}
  />
);
