import { stationTypes } from '#contract/rules/limits.ts';
import { streamTypeName } from '#contract/api/station-lists.ts';
import type { Station } from '#contract/api/stations.ts';

/** The label of a station's type: relay, or master and its stream type (spec §3 "Type values", "Stream type codes"). */
export const stationTypeLabel = ({ type, default_type }: Pick<Station, 'type' | 'default_type'>): string =>
  type === stationTypes.relay ? 'Relay' : `Master, ${streamTypeName(default_type).toLowerCase()}`;
