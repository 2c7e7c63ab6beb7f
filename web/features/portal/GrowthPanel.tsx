import { Anchor, Group, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type * as z from 'zod/mini';
import type { Dashboard } from '#contract/api/portal.ts';
import { count, day } from '#web/lib/format.ts';
import { Surface } from '#web/ui/Surface.tsx';
import classes from './GrowthPanel.module.css';

type Days = z.infer<typeof Dashboard>['days'];
const height = 150;

/** New accounts and stations per day (UTC). */
export const GrowthPanel = ({ days }: { days: Days }) => {
  const highest = Math.max(0, ...days.map(({ accounts, stations }) => Math.max(accounts, stations)));
  const accountCount = days.reduce((sum, { accounts }) => sum + accounts, 0);
  const stationCount = days.reduce((sum, { stations }) => sum + stations, 0);
  const first = days[0];
  const last = days.at(-1);
  return (
    <Surface
      title="New accounts and stations"
      description={
        <bdi>{`${count(accountCount, 'account')} and ${count(stationCount, 'station')} in ${days.length} days (UTC)`}</bdi>
      }
    >
      <Group gap="md" mb="xs" aria-hidden>
        <Text size="sm" className={classes.key} data-kind="accounts">
          Accounts
        </Text>
        <Text size="sm" className={classes.key} data-kind="stations">
          Stations
        </Text>
      </Group>
      <div
        className={classes.chart}
        role="img"
        aria-label={summaryOf(days) || 'None in this period'}
        style={{ height }}
      >
        {days.map((one) => (
          <div key={one.day} className={classes.day} title={`${day(one.day)}: ${one.accounts} / ${one.stations}`}>
            <span data-kind="accounts" style={{ height: barOf(one.accounts, highest) }} />
            <span data-kind="stations" style={{ height: barOf(one.stations, highest) }} />
          </div>
        ))}
      </div>
      {first && last && (
        <Group justify="space-between" mt={6}>
          <Text size="xs" c="dimmed">
            {day(first.day)}
          </Text>
          <Text size="xs" c="dimmed">
            peak per day: {highest}
          </Text>
          <Text size="xs" c="dimmed">
            {day(last.day)}
          </Text>
        </Group>
      )}
    </Surface>
  );
};

const summaryOf = (days: Days): string =>
  days
    .filter(({ accounts, stations }) => accounts + stations > 0)
    .map((one) => `${day(one.day)}: ${count(one.accounts, 'account')}, ${count(one.stations, 'station')}`)
    .join('; ');

const barOf = (value: number, top: number): number =>
  value === 0 ? 0 : Math.max(3, Math.round((value / top) * (height - 4)));

type Entry = { key: string; name: string; of?: string; at: string; path: string };

/** A list of the newest entries, each a link. */
export const Newest = ({ title, entries }: { title: string; entries: readonly Entry[] }) => (
  <Surface title={title}>
    {entries.length === 0 ? (
      <Text c="dimmed">None yet.</Text>
    ) : (
      <ul className={classes.list}>
        {entries.map(({ key, name, of, at, path }) => (
          <li key={key}>
            <span className={classes.name}>
              <Anchor renderRoot={(props) => <Link to={path as '/'} {...props} />}>{name}</Anchor>
              {of !== undefined && (
                <Text span size="sm" c="dimmed">
                  {' '}
                  of {of}
                </Text>
              )}
            </span>
            <Text size="sm" c="dimmed" className={classes.at}>
              {day(at)}
            </Text>
          </li>
        ))}
      </ul>
    )}
  </Surface>
);
