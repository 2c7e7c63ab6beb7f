import { VisuallyHidden } from '@mantine/core';
import classes from './Bars.module.css';

/** Moving bars beside the track that is on the air. */
export const Bars = () => (
  <>
    <span className={classes.root} aria-hidden>
      <i />
      <i />
      <i />
    </span>
    <VisuallyHidden>On the air</VisuallyHidden>
  </>
);
