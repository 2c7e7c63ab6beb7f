import type { Station } from '#contract/stations.ts';
import { IcecastPanel } from './IcecastPanel.tsx';
import { MasterLinkPanel } from './MasterLinkPanel.tsx';

/** How others send this station their sound, and how an Icecast relays it; read after the relays themselves. */
export const LinkPanels = ({ station }: { station: Station }) => (
  <>
    <MasterLinkPanel station={station} />
    <IcecastPanel station={station} />
  </>
);
