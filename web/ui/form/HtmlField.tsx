import { Input, Skeleton } from '@mantine/core';
import { lazy, Suspense } from 'react';
import { Controller, type Control, type FieldPath, type FieldValues } from 'react-hook-form';
import { loadChunk } from '#web/lib/chunks.ts';

const RichEditor = lazy(() =>
  loadChunk(() => import('./RichEditor.tsx')).then((part) => ({ default: part.RichEditor })),
);

type HtmlFieldProps<T extends FieldValues> = {
  // oxlint-disable-next-line typescript/no-explicit-any -- a field does not depend on the form's output type
  control: Control<T, any, any>;
  name: FieldPath<T>;
  label: string;
};

/** A rich text field whose editor is loaded on demand. */
export const HtmlField = <T extends FieldValues>({ control, name, label }: HtmlFieldProps<T>) => (
  <Controller
    control={control}
    name={name}
    render={({ field: { value, onChange }, fieldState: { error } }) => (
      <div>
        <Input.Label labelElement="div" mb={4}>
          {label}
        </Input.Label>
        <Suspense fallback={<Skeleton h={230} role="status" aria-label="Loading" />}>
          <RichEditor label={label} value={value as string} onChange={onChange} error={error?.message} />
        </Suspense>
        {error && <Input.Error mt={4}>{error.message}</Input.Error>}
      </div>
    )}
  />
);
