import { Anchor, Group, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type * as z from 'zod/mini';
import type { Dashboard } from '#contract/portal.ts';
import { count, day } from '#web/lib/format.ts';
import { Surface } from '#web/ui/Surface.tsx';
import classes from './GrowthPanel.module.css';

type Days = z.infer<typeof Dashboard>['days'];
const height = 150;

/** How many accounts and stations were made on each day (UTC). */
export const GrowthPanel = ({ days }: { days: Days }) => {
  const most = Math.max(0, ...days.map(({ accounts, stations }) => Math.max(accounts, stations)));
  const made = days.reduce((sum, { accounts }) => sum + accounts, 0);
  const built = days.reduce((sum, { stations }) => sum + stations, 0);
  const first = days[0];
  const last = days.at(-1);
  return (
    <Surface
      title="New accounts and stations"
      description={<bdi>{`${count(made, 'account')} and ${count(built, 'station')} in ${days.length} days (UTC)`}</bdi>}
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
        aria-label={inWords(days) || 'None on any of these days'}
        style={{ height }}
      >
        {days.map((one) => (
          <div key={one.day} className={classes.day} title={`${day(one.day)}: ${one.accounts} / ${one.stations}`}>
            <span data-kind="accounts" style={{ height: barOf(one.accounts, most) }} />
            <span data-kind="stations" style={{ height: barOf(one.stations, most) }} />
          </div>
        ))}
      </div>
      {first && last && (
        <Group justify="space-between" mt={6}>
          <Text size="xs" c="dimmed">
            {day(first.day)}
          </Text>
          <Text size="xs" c="dimmed">
            most in a day: {most}
          </Text>
          <Text size="xs" c="dimmed">
            {day(last.day)}
          </Text>
        </Group>
      )}
    </Surface>
  );
};

const inWords = (days: Days): string =>
  days
    .filter(({ accounts, stations }) => accounts + stations > 0)
    .map((one) => `${day(one.day)}: ${count(one.accounts, 'account')}, ${count(one.stations, 'station')}`)
    .join('; ');

const barOf = (value: number, top: number): number =>
  value === 0 ? 0 : Math.max(3, Math.round((value / top) * (height - 4)));

type Entry = { key: string; name: string; of?: string; at: string; path: string };

/** The latest of a kind, each a link. */
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
