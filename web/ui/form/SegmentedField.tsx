import { Input, SegmentedControl, type SegmentedControlProps } from '@mantine/core';
import { useId, type ReactNode } from 'react';

type SegmentedFieldProps = SegmentedControlProps & { label: string; description?: ReactNode };

/** A choice of a few, with the label of a field. */
export const SegmentedField = ({ label, description, ...control }: SegmentedFieldProps) => {
  const id = useId();
  return (
    <Input.Wrapper label={label} description={description} labelElement="div" labelProps={{ id }}>
      <div>
        <SegmentedControl aria-labelledby={id} mt={description === undefined ? 0 : 4} {...control} />
      </div>
    </Input.Wrapper>
  );
};
