import { Select, type SelectProps } from '@mantine/core';

/** The lazily loaded part of ChoiceInput. */
export const SelectInput = (props: SelectProps & { ref?: React.Ref<HTMLInputElement> }) => <Select {...props} />;
