import { Slider, Text } from '@mantine/core';
import classes from './Studio.module.css';

type VolumeSliderProps = { label: string; value: number; max?: number; onChange: (value: number) => void };

const inDb = (gain: number): string => (gain === 0 ? 'Off' : `${(20 * Math.log10(gain)).toFixed(0)} dB`);

/** A fader with its value in dB. */
export const VolumeSlider = ({ label, value, max = 1, onChange }: VolumeSliderProps) => (
  <div className={classes.fader}>
    <Text size="sm" component="span">
      {label}
    </Text>
    <Slider thumbLabel={label} label={null} min={0} max={max} step={0.01} value={value} onChange={onChange} />
    <Text size="sm" c="dimmed" component="span" className={classes.value}>
      {inDb(value)}
    </Text>
  </div>
);
