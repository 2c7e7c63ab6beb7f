import { Alert } from '@mantine/core';
import { IconPlugConnectedX } from '@tabler/icons-react';
import { metrics } from '#contract/texts/metrics.ts';
import { abbreviate } from '#web/lib/format.ts';
import { Stat, StatRow } from '#web/ui/Stat.tsx';
import { outputNames, type Outputs } from './output-columns.ts';
import type { Live } from './use-live.ts';

type LiveNumbersProps = { now: NonNullable<Live['now']>; outputs: boolean; activeStations?: number };

/** Current listeners, countries and active stations, also by output if switched on. */
export const LiveStatRow = ({ now, outputs, activeStations }: LiveNumbersProps) => (
  <StatRow>
    <Stat {...labelOf('listeners')} value={abbreviate(now.listeners)} />
    <Stat {...labelOf('countriesNow')} value={now.countries.filter(({ iso }) => iso !== '').length} />
    {activeStations !== undefined && <Stat {...labelOf('stationsHeard')} value={activeStations} />}
    {outputs &&
      (Object.keys(outputNames) as (keyof Outputs)[]).map((output) => (
        <Stat
          key={output}
          label={outputNames[output]}
          value={abbreviate(now.outputs[output])}
          definition={metrics.output.definition}
        />
      ))}
  </StatRow>
);

const labelOf = (id: 'listeners' | 'countriesNow' | 'stationsHeard') => ({
  label: metrics[id].label,
  definition: metrics[id].definition,
});

/** The notice while the streaming server is unavailable. */
export const UnavailableNotice = ({ isKnown }: { isKnown: boolean }) => (
  <Alert
    color="orange"
    icon={<IconPlugConnectedX size={18} aria-hidden />}
    title="Streaming server unavailable"
    mb="md"
    role="status"
  >
    Live data unavailable.{isKnown && ' Showing the last known values.'} This page recovers automatically.
  </Alert>
);
