import { MultiSelect, type MultiSelectProps } from '@mantine/core';
import { useMemo } from 'react';
import { countries } from '#web/lib/countries.ts';

/** Countries by their names; its code comes after the form's. */
export const CountriesInput = (props: MultiSelectProps & { ref?: React.Ref<HTMLInputElement> }) => {
  const lands = useMemo(countries, []);
  return (
    <MultiSelect
      {...props}
      data={lands}
      searchable
      clearable
      hidePickedOptions
      nothingFoundMessage="No data available"
      clearButtonProps={{ 'aria-label': 'Remove all countries' }}
    />
  );
};
