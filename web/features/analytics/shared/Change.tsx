import { VisuallyHidden } from '@mantine/core';
import classes from './Change.module.css';

type ChangeProps = {
  now: number;
  /** The value to compare with; null where only `whole` is known, the value of the whole previous period. */
  before: number | null;
  whole: number;
  /** Whether the period is still running: `before` is then the previous one up to the same time. */
  isRunning: boolean;
  write: (value: number) => string;
};

/** The change of a value since the previous period, as an arrow and in words. */
export const Change = ({ now, before, whole, isRunning, write }: ChangeProps) => {
  if (before === null) return <span>previously {write(whole)}</span>;
  const share = changeOf(now, before);
  if (share === undefined) return <span>{now === 0 ? 'no change' : 'previously 0'}</span>;
  const percent = `${Math.abs(share)}%`;
  if (share === 0) return <span>no change</span>;
  return (
    <span className={share > 0 ? classes.up : classes.down}>
      <span aria-hidden>
        {share > 0 ? '▲' : '▼'} {percent}
      </span>
      <VisuallyHidden>
        {percent} {share > 0 ? 'more' : 'less'} than {write(before)} in the previous period
        {isRunning && ' up to the same time'}
      </VisuallyHidden>
    </span>
  );
};

/** The change in percent, with one decimal below ten; undefined when the previous value is 0. */
export const changeOf = (now: number, before: number): number | undefined => {
  if (before === 0) return undefined;
  const share = ((now - before) / before) * 100;
  return Math.abs(share) < 10 ? Math.round(share * 10) / 10 : Math.round(share);
};
