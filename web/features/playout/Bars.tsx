import { VisuallyHidden } from '@mantine/core';
import classes from './Bars.module.css';

/** Animated bars beside the track that is playing. */
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
