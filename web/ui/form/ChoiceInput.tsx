import { TextInput, type SelectProps } from '@mantine/core';
import { lazy, Suspense } from 'react';
import { loadChunk } from '#web/lib/chunks.ts';

const SelectInput = lazy(() =>
  loadChunk(() => import('./SelectInput.tsx')).then((part) => ({ default: part.SelectInput })),
);

type ChoiceInputProps = SelectProps & { ref?: React.Ref<HTMLInputElement> };

/** A searchable choice of many, whose code comes after the form's; its place is kept until then. */
export const ChoiceInput = (props: ChoiceInputProps) => (
  <Suspense fallback={<TextInput label={props.label} description={props.description} disabled />}>
    <SelectInput {...props} />
  </Suspense>
);
