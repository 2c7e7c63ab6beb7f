import type { ReactNode } from 'react';
import type { AccountKey, StationKey } from '#contract/rules/keys.ts';
import type { Action } from '#contract/rules/permissions.ts';
import { useMay } from '../queries.ts';

type CanProps = { action: Action; accountKey?: AccountKey; stationKey?: StationKey; children: ReactNode };

/** Renders its children if the user may do the action; the server enforces the same permission table. */
export const Can = ({ action, accountKey, stationKey, children }: CanProps) => {
  const may = useMay(action, { ...(accountKey && { accountKey }), ...(stationKey && { stationKey }) });
  return may ? <>{children}</> : null;
};
