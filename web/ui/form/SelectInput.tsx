import { Select, type SelectProps } from '@mantine/core';

/** What ChoiceInput brings when it is wanted. */
export const SelectInput = (props: SelectProps & { ref?: React.Ref<HTMLInputElement> }) => <Select {...props} />;
