import classes from './CodeText.module.css';

/** Code to read and to copy; named, as it is reached by keyboard. */
export const CodeText = ({ label, code }: { label: string; code: string }) => (
  <pre className={classes.code} dir="ltr" tabIndex={0} role="region" aria-label={label}>
    {code}
  </pre>
);
