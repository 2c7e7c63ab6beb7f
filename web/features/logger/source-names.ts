import { wording } from '#brand/wording.ts';

const names: Readonly<Record<string, string>> = {
  live: 'Live',
  relay: 'Relay',
  failover: 'Fail-over',
  automation: 'Automation',
  autodj: wording.AutoDJ,
  silence: 'Silence',
};

/** The label of a source. */
export const sourceName = (source: string): string => names[source] ?? 'Unknown';
