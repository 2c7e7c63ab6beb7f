import { Input } from '@mantine/core';
import { useId, type ReactNode } from 'react';
import { Segments, type SegmentsProps } from './Segments.tsx';

type SegmentedFieldProps<T extends string> = SegmentsProps<T> & { label: string; description?: ReactNode };

/** A choice of a few, with the label of a field. */
export const SegmentedField = <T extends string>({ label, description, ...control }: SegmentedFieldProps<T>) => {
  const id = useId();
  return (
    <Input.Wrapper label={label} description={description} labelElement="div" labelProps={{ id }}>
      <div>
        <Segments aria-labelledby={id} mt={description === undefined ? 0 : 4} {...control} />
      </div>
    </Input.Wrapper>
  );
};
