import { Alert } from '@mantine/core';
import { IconPlugConnectedX } from '@tabler/icons-react';
import { metrics } from '#contract/metrics.ts';
import { abbreviate } from '#web/lib/format.ts';
import { Stat, StatRow } from '#web/ui/Stat.tsx';
import { outputNames, type Outputs } from './output-columns.ts';
import type { Live } from './use-live.ts';

type LiveNumbersProps = { now: NonNullable<Live['now']>; outputs: boolean; heard?: number };

/** How many listen, from how many countries, to how many stations; by output where that was asked for. */
export const LiveNumbers = ({ now, outputs, heard }: LiveNumbersProps) => (
  <StatRow>
    <Stat {...said('listeners')} value={abbreviate(now.listeners)} />
    <Stat {...said('countriesNow')} value={now.countries.filter(({ iso }) => iso !== '').length} />
    {heard !== undefined && <Stat {...said('stationsHeard')} value={heard} />}
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

const said = (id: 'listeners' | 'countriesNow' | 'stationsHeard') => ({
  label: metrics[id].label,
  definition: metrics[id].definition,
});

/** Said while the streaming server is away; nobody has to do anything about it here. */
export const AwayNotice = ({ isKnown }: { isKnown: boolean }) => (
  <Alert
    color="orange"
    icon={<IconPlugConnectedX size={18} aria-hidden />}
    title="The streaming server does not answer"
    mb="md"
    role="status"
  >
    {isKnown ? 'These are the numbers it told last.' : 'Who listens now is not known.'} This page goes on by itself as
    soon as it is back.
  </Alert>
);
