import { Stepper } from '@mantine/core';
import type { ReactNode } from 'react';
import { brand } from '#brand/brand.ts';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import classes from './OnboardingFrame.module.css';

type OnboardingFrameProps = {
  step: 0 | 1 | 2 | 3;
  title: string;
  description: ReactNode;
  actions?: ReactNode;
  children: ReactNode;
};

/** The onboarding steps: account, plan, station, share. All but the first can be skipped. */
export const OnboardingFrame = ({ step, title, description, actions, children }: OnboardingFrameProps) => (
  <div className={classes.root}>
    <Stepper active={step} size="sm" mb="xl" aria-label={`Welcome to ${brand.name}`} allowNextStepsSelect={false}>
      {['Account', 'Plan', 'Station', 'Share'].map((label, i) => (
        <Stepper.Step
          key={label}
          label={label}
          aria-label={`Step ${i + 1}: ${label}${i === step ? ' (current)' : i < step ? ' (done)' : ''}`}
          component="div"
        />
      ))}
    </Stepper>
    <PageHeader title={title} windowTitle="Welcome" description={description} actions={actions} />
    {children}
  </div>
);
