import { SegmentedControl, SimpleGrid, Stack } from '@mantine/core';
import { IconDeviceMobile } from '@tabler/icons-react';
import { useState } from 'react';
import type { AppStats, AppStatsReply } from '#contract/app-stats.ts';
import { metrics } from '#contract/metrics.ts';
import { flagOf } from '#web/lib/countries.ts';
import { abbreviate, average, longDuration, whole } from '#web/lib/format.ts';
import { ChartFigure } from '#web/ui/chart/ChartFigure.tsx';
import { Stat, StatRow } from '#web/ui/Stat.tsx';
import { Surface } from '#web/ui/Surface.tsx';
import { Teach } from '#web/ui/Teach.tsx';
import { ShareTable, type ShareNumber } from './shared/ShareTable.tsx';
import { fileNameOf, hasBegun, periodWords, slotNames, slotsOf } from './shared/slots.ts';

/** The numbers of a period of listening in applications: totals, the chart of its hours or days, platforms, stations and countries. */
export const AppReport = ({ stats }: { stats: AppStatsReply }) => (
  <>
    <Cards stats={stats.period_stats.stats} />
    {stats.period_stats.stats.sessions === 0 ? (
      <Surface mt="md">
        <Teach icon={<IconDeviceMobile size={30} />} title="Nobody listened in your applications in this period">
          Choose another period above. What applications report appears a few seconds later.
        </Teach>
      </Surface>
    ) : (
      <>
        <Figure stats={stats} />
        <Parts stats={stats} />
      </>
    )}
  </>
);

const Cards = ({ stats: { sessions, minutes, uniques } }: { stats: AppStats }) => (
  <StatRow>
    <Stat label={metrics.appSessions.label} value={abbreviate(sessions)} definition={metrics.appSessions.definition} />
    <Stat
      label={metrics.appMinutes.label}
      value={abbreviate(Math.round(minutes))}
      hint={longDuration(minutes * 60)}
      definition={metrics.appMinutes.definition}
    />
    <Stat
      label={metrics.appUniques.label}
      value={abbreviate(uniques.total)}
      hint={`${whole(uniques.ios)} iOS, ${whole(uniques.android)} Android`}
      definition={metrics.appUniques.definition}
    />
    <Stat
      label={metrics.appSessionAverage.label}
      value={`${average(minutes, sessions)} min`}
      definition={metrics.appSessionAverage.definition}
    />
  </StatRow>
);

type Count = 'appMinutes' | 'appSessions' | 'appUniques';
const counts: readonly Count[] = ['appMinutes', 'appSessions', 'appUniques'];

const Figure = ({ stats }: { stats: AppStatsReply }) => {
  const [count, setCount] = useState<Count>('appMinutes');
  const now = Date.now();
  const points = slotsOf(stats).map((slot) => ({
    at: slot.from,
    ...(hasBegun(slot, now) ? numbersOf(count, slot.stats) : none),
  }));
  return (
    <ChartFigure
      title={metrics[count].label}
      description={periodWords(stats)}
      kind={count === 'appUniques' ? 'line' : 'bar'}
      unit={units[count]}
      series={
        count === 'appUniques'
          ? [
              { name: 'all', label: 'All' },
              { name: 'ios', label: 'iOS' },
              { name: 'android', label: 'Android' },
            ]
          : [{ name: 'all', label: metrics[count].label }]
      }
      points={points}
      nameOf={slotNames(stats)}
      fileName={fileNameOf(`app-${units[count]}`, stats)}
      height={260}
      actions={
        <SegmentedControl
          size="xs"
          aria-label="What is counted"
          value={count}
          onChange={(value) => setCount(value as Count)}
          data={counts.map((id) => ({ value: id, label: metrics[id].label }))}
        />
      }
    />
  );
};

const units: Record<Count, string> = { appMinutes: 'minutes', appSessions: 'sessions', appUniques: 'listeners' };
const none = { all: null, ios: null, android: null };
const numbersOf = (count: Count, { sessions, minutes, uniques }: AppStats) => {
  if (count === 'appUniques') return { all: uniques.total, ios: uniques.ios, android: uniques.android };
  return { all: count === 'appSessions' ? sessions : Math.round(minutes), ios: null, android: null };
};

const numbers: readonly ShareNumber<AppStats>[] = [
  { header: 'Minutes', value: ({ minutes }) => Math.round(minutes) },
  { header: 'Sessions', value: ({ sessions }) => sessions },
  { header: 'Listeners', value: ({ uniques }) => uniques.total },
];
const minutesOf = ({ minutes }: AppStats): number => minutes;
const platformNames = { ios: 'iOS', android: 'Android' } as const;

const Parts = ({ stats }: { stats: AppStatsReply }) => {
  const shared = { of: minutesOf, all: stats.period_stats.stats.minutes, numbers };
  return (
    <SimpleGrid cols={{ base: 1, lg: 2 }} mt="md" spacing="md">
      <ShareTable
        {...shared}
        title="Countries"
        description="By network address, which is not kept"
        head="Country"
        parts={stats.country_stats.map((one) => ({
          id: one.iso,
          name: one.name,
          shown: `${flagOf(one.iso)} ${one.name}`.trim(),
          stats: one.stats,
        }))}
      />
      <Stack gap="md">
        <ShareTable
          {...shared}
          title="Platforms"
          head="Platform"
          parts={stats.platform_stats.map((one) => ({
            id: one.platform,
            name: platformNames[one.platform],
            stats: one.stats,
          }))}
        />
        <ShareTable
          {...shared}
          title="Stations"
          head="Station"
          parts={stats.station_stats.map((one) => ({ id: one.key, name: one.name, stats: one.stats }))}
        />
      </Stack>
    </SimpleGrid>
  );
};
