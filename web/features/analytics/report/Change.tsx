import { VisuallyHidden } from '@mantine/core';
import classes from './Change.module.css';

type ChangeProps = {
  now: number;
  before: number;
  /** Whether the period goes on: then it is not held against the whole one before. */
  isRunning: boolean;
  write: (value: number) => string;
};

/** How a number differs from that of the previous period, as an arrow and in words. */
export const Change = ({ now, before, isRunning, write }: ChangeProps) => {
  if (isRunning) return <span>before: {write(before)}</span>;
  const share = changeOf(now, before);
  if (share === undefined) return <span>{now === 0 ? 'as before' : 'none before'}</span>;
  const percent = `${Math.abs(share)} %`;
  if (share === 0) return <span>as before</span>;
  return (
    <span className={share > 0 ? classes.up : classes.down}>
      <span aria-hidden>
        {share > 0 ? '▲' : '▼'} {percent}
      </span>
      <VisuallyHidden>
        {percent} {share > 0 ? 'more' : 'less'} than the {write(before)} of the previous period
      </VisuallyHidden>
    </span>
  );
};

/** By how many per cent a number changed, one decimal below ten; undefined where there was nothing before. */
export const changeOf = (now: number, before: number): number | undefined => {
  if (before === 0) return undefined;
  const share = ((now - before) / before) * 100;
  return Math.abs(share) < 10 ? Math.round(share * 10) / 10 : Math.round(share);
};
