import { IconAlertTriangle, IconCircleX } from '@tabler/icons-react';
import type { AdsTxtProblem } from '#contract/ads-txt.ts';
import classes from './AdsProblems.module.css';

type AdsProblemsProps = { problems: readonly AdsTxtProblem[]; onGo: (line: number) => void };
const shown = 100;

/** What is wrong with which line; each leads there. */
export const AdsProblems = ({ problems, onGo }: AdsProblemsProps) =>
  problems.length > 0 && (
    <ul className={classes.root} aria-label="Problems">
      {problems.slice(0, shown).map(({ line, level, message }) => (
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
      {problems.length > shown && <li>And {problems.length - shown} more.</li>}
    </ul>
  );
