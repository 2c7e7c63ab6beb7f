import { ActionIcon, Progress, Text } from '@mantine/core';
import { IconChevronRight, IconCircle, IconCircleCheckFilled, IconX } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { ChecklistSteps } from '#contract/api/accounts.ts';
import type { AccountKey, StationKey } from '#contract/rules/keys.ts';
import { Surface } from '#web/ui/Surface.tsx';
import classes from './Checklist.module.css';

type ChecklistProps = {
  accountKey: AccountKey;
  /** The station to go on the air; undefined while the account has none. */
  stationKey: StationKey | undefined;
  steps: ChecklistSteps;
};

/** A new account's setup steps, each linked to its page; hidden when all are done or the user dismisses it. */
export const Checklist = ({ accountKey, stationKey, steps }: ChecklistProps) => {
  const [isDismissed, dismiss] = useDismissed(accountKey);
  if (isDismissed || steps.every(({ done }) => done)) return null;
  const done = steps.filter((step) => step.done).length;
  return (
    <Surface
      title="Getting started"
      description={`${done} of ${steps.length} done`}
      mb="md"
      actions={
        <ActionIcon aria-label="Dismiss checklist" onClick={dismiss}>
          <IconX size={18} aria-hidden />
        </ActionIcon>
      }
    >
      <Progress
        value={(done / steps.length) * 100}
        size="sm"
        mb="md"
        aria-label={`${done} of ${steps.length} steps done`}
      />
      <ol className={classes.steps}>
        {steps.map((step) => (
          <li key={step.id} data-done={step.done || undefined}>
            {step.done ? (
              <IconCircleCheckFilled size={20} className={classes.done} aria-hidden />
            ) : (
              <IconCircle size={20} className={classes.open} aria-hidden />
            )}
            {step.done ? (
              <Text component="span" c="dimmed">
                {stepNames[step.id]}
                <span className={classes.hidden}> (done)</span>
              </Text>
            ) : (
              <Link to={pathOf(step.id, accountKey, stationKey) as '/'} className={classes.link}>
                {stepNames[step.id]}
                <IconChevronRight size={15} aria-hidden />
              </Link>
            )}
          </li>
        ))}
      </ol>
    </Surface>
  );
};

const stepNames = {
  station: 'Create a station',
  onAir: 'Go on the air with music or an encoder',
  plan: 'Choose a plan',
} as const;

const pathOf = (step: keyof typeof stepNames, accountKey: AccountKey, stationKey: StationKey | undefined): string => {
  const account = `/accounts/${accountKey}`;
  if (step === 'plan') return `${account}/upgrade`;
  return step === 'station' || stationKey === undefined
    ? `${account}/stations/create`
    : `${account}/stations/${stationKey}`;
};

/** Whether the checklist of an account was dismissed in this browser, and a function that dismisses it. */
const useDismissed = (accountKey: AccountKey): [boolean, () => void] => {
  const storageKey = `checklist.${accountKey}`;
  const [dismissedKey, setDismissed] = useState<string>();
  const wasDismissed = (): boolean => {
    try {
      return localStorage.getItem(storageKey) === 'away';
    } catch {
      return false;
    }
  };
  return [
    dismissedKey === accountKey || wasDismissed(),
    () => {
      setDismissed(accountKey);
      try {
        localStorage.setItem(storageKey, 'away');
      } catch {
        // Without storage the checklist is back on the next visit.
      }
    },
  ];
};
