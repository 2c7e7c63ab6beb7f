import { TextInput } from '@mantine/core';
import { lazy, Suspense, type ReactNode } from 'react';
import type { StationKey } from '#contract/rules/keys.ts';
import { loadChunk } from '#web/lib/chunks.ts';

const StationsSelect = lazy(() =>
  loadChunk(() => import('./StationsSelect.tsx')).then((part) => ({ default: part.StationsSelect })),
);

export type StationsInputProps = {
  label: string;
  description?: ReactNode;
  placeholder?: string;
  stations: readonly { key: StationKey; name: string }[];
  value: readonly StationKey[];
  onChange: (keys: StationKey[]) => void;
  error?: string | undefined;
  required?: boolean;
};

/** A select of several stations by name, loaded after the form; a disabled input is shown until then. */
export const StationsInput = (props: StationsInputProps) => (
  <Suspense fallback={<TextInput label={props.label} description={props.description} disabled />}>
    <StationsSelect {...props} />
  </Suspense>
);
