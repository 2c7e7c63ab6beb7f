import { IconAlertTriangle, IconCircleX } from '@tabler/icons-react';
import type { AdsTxtProblem } from '#contract/rules/ads-txt.ts';
import classes from './AdsProblems.module.css';

type AdsProblemsProps = { problems: readonly AdsTxtProblem[]; onGo: (line: number) => void };
const maxShown = 100;

/** The problems of the file, each linked to its line. */
export const AdsProblems = ({ problems, onGo }: AdsProblemsProps) =>
  problems.length > 0 && (
    <ul className={classes.root} aria-label="Problems">
      {problems.slice(0, maxShown).map(({ line, level, message }) => (
        <li key={`${line} ${message}`} data-level={level}>
          {level === 'error' ? <IconCircleX size={17} aria-hidden /> : <IconAlertTriangle size={17} aria-hidden />}
          <button type="button" className={classes.line} onClick={() => onGo(line)}>
            Line {line}
          </button>
          <span>
            {level === 'error' ? 'Error: ' : 'Warning: '}
            {message}
          </span>
        </li>
      ))}
      {problems.length > maxShown && <li>And {problems.length - maxShown} more</li>}
    </ul>
  );
