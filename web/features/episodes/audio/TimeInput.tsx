import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { secondsIn, timeText } from './time-text.ts';

type TimeInputProps = {
  label: string;
  value: number;
  max: number;
  isLabelled?: boolean;
  onChange: (seconds: number) => void;
};

/** A position in the audio as text; invalid input is reverted. */
export const TimeInput = ({ label, value, max, isLabelled = true, onChange }: TimeInputProps) => {
  const [typed, setTyped] = useState<string>();
  const commit = (): void => {
    const seconds = typed === undefined ? undefined : secondsIn(typed);
    setTyped(undefined);
    if (seconds !== undefined && Math.abs(seconds - value) >= 0.05) onChange(Math.min(max, seconds));
  };
  return (
    <TextInput
      {...(isLabelled ? { label } : { 'aria-label': label })}
      w={104}
      size="xs"
      inputMode="numeric"
      value={typed ?? timeText(value)}
      onChange={({ currentTarget }) => setTyped(currentTarget.value)}
      onBlur={commit}
      onKeyDown={(event) => {
        if (event.key !== 'Enter') return;
        event.preventDefault();
        commit();
      }}
    />
  );
};
