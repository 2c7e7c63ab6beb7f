import type { ReactNode } from 'react';
import type { AccountKey, StationKey } from '#contract/keys.ts';
import type { Action } from '#contract/permissions.ts';
import { useMay } from '../queries.ts';

type CanProps = { action: Action; accountKey?: AccountKey; stationKey?: StationKey; children: ReactNode };

/** Shows its content to those who may do this there; the same table decides on the server. */
export const Can = ({ action, accountKey, stationKey, children }: CanProps) => {
  const may = useMay(action, { ...(accountKey && { accountKey }), ...(stationKey && { stationKey }) });
  return may ? <>{children}</> : null;
};
