import { Slider, Text } from '@mantine/core';
import classes from './Studio.module.css';

/** By how many dB files are lowered. */
export const DuckingSlider = ({ value, onChange }: { value: number; onChange: (db: number) => void }) => (
  <div className={classes.fader}>
    <Text size="sm" component="span">
      By
    </Text>
    <Slider thumbLabel="Lower files by" label={null} min={3} max={30} step={1} value={value} onChange={onChange} />
    <Text size="sm" c="dimmed" component="span" className={classes.value}>
      {value} dB
    </Text>
  </div>
);
