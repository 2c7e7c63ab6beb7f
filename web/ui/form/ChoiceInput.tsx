import { TextInput, type SelectProps } from '@mantine/core';
import { lazy, Suspense } from 'react';
import { loadChunk } from '#web/lib/chunks.ts';

const SelectInput = lazy(() =>
  loadChunk(() => import('./SelectInput.tsx')).then((part) => ({ default: part.SelectInput })),
);

type ChoiceInputProps = SelectProps & { ref?: React.Ref<HTMLInputElement> };

/** A searchable select, loaded after the form; a disabled input is shown until then. */
export const ChoiceInput = (props: ChoiceInputProps) => (
  <Suspense fallback={<TextInput label={props.label} description={props.description} disabled />}>
    <SelectInput {...props} />
  </Suspense>
);
