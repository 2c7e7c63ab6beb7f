import type { Station } from '#contract/api/stations.ts';
import { IcecastPanel } from './IcecastPanel.tsx';
import { MasterLinkPanel } from './MasterLinkPanel.tsx';

/** The master link and the Icecast relay settings; loaded after the list of relays. */
export const LinkPanels = ({ station }: { station: Station }) => (
  <>
    <MasterLinkPanel station={station} />
    <IcecastPanel station={station} />
  </>
);
