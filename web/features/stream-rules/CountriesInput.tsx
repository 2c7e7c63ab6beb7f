import { MultiSelect, type MultiSelectProps } from '@mantine/core';
import { useMemo } from 'react';
import { countries } from '#web/lib/countries.ts';

/** A select of several countries by name; loaded after the form. */
export const CountriesInput = (props: MultiSelectProps & { ref?: React.Ref<HTMLInputElement> }) => {
  const countryOptions = useMemo(countries, []);
  return (
    <MultiSelect
      {...props}
      data={countryOptions}
      searchable
      clearable
      hidePickedOptions
      nothingFoundMessage="No data available"
      clearButtonProps={{ 'aria-label': 'Remove all countries' }}
    />
  );
};
