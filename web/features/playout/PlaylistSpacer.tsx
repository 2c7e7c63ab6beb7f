import classes from './Playlist.module.css';

/** The height of a row in px, until it is measured. */
export const rowHeight = 53;
/** A playlist of more tracks renders only its visible rows. */
export const longFrom = 100;

/** The place of rows that are not rendered. */
export const Spacer = ({ height }: { height: number }) =>
  height > 0 && <tr aria-hidden className={classes.spacer} style={{ height }} />;
