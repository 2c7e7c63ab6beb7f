import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import type { StatsReply } from '#contract/api/analytics.ts';
import { metrics } from '#contract/texts/metrics.ts';
import { abbreviate } from '#web/lib/format.ts';
import { saveFile } from '#web/lib/save-file.ts';
import { Surface } from '#web/ui/Surface.tsx';
import { csvOf } from '#web/ui/table/csv.ts';
import { fileNameOf } from '#web/parts/report-days.ts';
import { busiestOf, weekHoursOf, type WeekHours } from './week-hours.ts';
import classes from './WeekHeatmap.module.css';

const weekdays = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'] as const;
const hourName = (hour: number): string => `${hour % 12 === 0 ? 12 : hour % 12} ${hour < 12 ? 'AM' : 'PM'}`;
/** Number of shades; each cell also shows its value. */
const shades = 5;

/** Average listeners by weekday and hour, for periods of at least seven days. */
export const WeekHeatmap = ({ stats }: { stats: StatsReply }) => {
  const hours = weekHoursOf(stats.hour_stats, Date.now());
  const busiest = busiestOf(hours);
  if (!busiest) return null;
  const saveCsv = (): void => {
    const rows = hours.map((row, i) => [weekdays[i], ...row.map((value) => value && Math.round(value * 100) / 100)]);
    const text = csvOf([['Weekday', ...Array.from({ length: 24 }, (_, hour) => hourName(hour))], ...rows]);
    saveFile(new Blob(['\uFEFF', text], { type: 'text/csv;charset=utf-8' }), `${fileNameOf('week', stats)}.csv`);
  };
  return (
    <Surface
      mt="md"
      title="Hours of the week"
      description={`${metrics.average.label} by hour, ${stats.timezone}. Busiest: ${weekdays[busiest.weekday]} at ${hourName(busiest.hour)} (${abbreviate(Math.round(busiest.listeners * 100) / 100)}).`}
      actions={
        <Button
          className="no-print"
          variant="subtle"
          color="gray"
          size="xs"
          leftSection={<IconDownload size={16} aria-hidden />}
          onClick={saveCsv}
        >
          CSV
        </Button>
      }
    >
      <div className={classes.scroll} tabIndex={0} role="region" aria-label="Hours of the week: rows">
        <Hours hours={hours} highest={busiest.listeners} />
      </div>
    </Surface>
  );
};

const Hours = ({ hours, highest }: { hours: WeekHours; highest: number }) => (
  <table className={`${classes.week} numbers`} aria-label="Hours of the week">
    <thead>
      <tr>
        <td />
        {Array.from({ length: 24 }, (_, hour) => (
          <th key={hour} scope="col">
            {hourName(hour).replace(' ', '\n')}
          </th>
        ))}
      </tr>
    </thead>
    <tbody>
      {hours.map((row, i) => (
        <tr key={weekdays[i]}>
          <th scope="row">{weekdays[i]?.slice(0, 3)}</th>
          {row.map((value, hour) => (
            <td key={hour} data-shade={value ? Math.ceil((value / highest) * shades) : 0}>
              {value === null ? '' : abbreviate(value >= 10 ? Math.round(value) : Math.round(value * 10) / 10)}
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  </table>
);
