import { ActionIcon, Progress, Text } from '@mantine/core';
import { IconChevronRight, IconCircle, IconCircleCheckFilled, IconX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { AccountKey, StationKey } from '#contract/keys.ts';
import { wording } from '#brand/wording.ts';
import { Surface } from '#web/ui/Surface.tsx';
import { checklistQuery } from '#web/parts/account-queries.ts';
import classes from './Checklist.module.css';

type ChecklistProps = {
  accountKey: AccountKey;
  /** Where music and encoders go; undefined while there is no station. */
  stationKey: StationKey | undefined;
};

/** What a new account still has to do, each step a link to where it is done; gone when all is done or it is put away. */
export const Checklist = ({ accountKey, stationKey }: ChecklistProps) => {
  const { data } = useQuery({ ...checklistQuery(accountKey), throwOnError: false });
  const [isAway, putAway] = usePutAway(accountKey);
  if (!data || isAway || data.steps.every(({ done }) => done)) return null;
  const done = data.steps.filter((step) => step.done).length;
  return (
    <Surface
      title="Getting started"
      description={`${done} of ${data.steps.length} done`}
      mb="md"
      actions={
        <ActionIcon aria-label="Put the list away" onClick={putAway}>
          <IconX size={18} aria-hidden />
        </ActionIcon>
      }
    >
      <Progress
        value={(done / data.steps.length) * 100}
        size="sm"
        mb="md"
        aria-label={`${done} of ${data.steps.length} steps done`}
      />
      <ol className={classes.steps}>
        {data.steps.map((step) => (
          <li key={step.id} data-done={step.done || undefined}>
            {step.done ? (
              <IconCircleCheckFilled size={20} className={classes.done} aria-hidden />
            ) : (
              <IconCircle size={20} className={classes.open} aria-hidden />
            )}
            {step.done ? (
              <Text component="span" c="dimmed">
                {words[step.id]}
                <span className={classes.hidden}> (done)</span>
              </Text>
            ) : (
              <Link to={whereTo(step.id, accountKey, stationKey) as '/'} className={classes.link}>
                {words[step.id]}
                <IconChevronRight size={15} aria-hidden />
              </Link>
            )}
          </li>
        ))}
      </ol>
    </Surface>
  );
};

const words = {
  logo: 'Upload your logo',
  station: 'Create a station',
  music: `Add music to the ${wording.AutoDJ}`,
  onAir: 'Go on the air',
  encoder: 'Connect an encoder and go live',
  people: 'Invite the people you work with',
  plan: 'Choose a plan',
} as const;

const whereTo = (step: keyof typeof words, accountKey: AccountKey, stationKey: StationKey | undefined): string => {
  const account = `/accounts/${accountKey}`;
  const station = stationKey === undefined ? `${account}/stations/create` : `${account}/stations/${stationKey}`;
  switch (step) {
    case 'logo':
      return `${account}/settings`;
    case 'station':
      return `${account}/stations/create`;
    case 'music':
      return stationKey === undefined ? station : `${station}/autodj`;
    case 'onAir':
    case 'encoder':
      return station;
    case 'people':
      return `${account}/people`;
    case 'plan':
      return `${account}/upgrade`;
  }
};

/** Whether this browser has put the list of an account away, and how it does. */
const usePutAway = (accountKey: AccountKey): [boolean, () => void] => {
  const place = `checklist.${accountKey}`;
  const [away, setAway] = useState<string>();
  const kept = (): boolean => {
    try {
      return localStorage.getItem(place) === 'away';
    } catch {
      return false;
    }
  };
  return [
    away === accountKey || kept(),
    () => {
      setAway(accountKey);
      try {
        localStorage.setItem(place, 'away');
      } catch {
        // Without storage it comes back with the next visit.
      }
    },
  ];
};
