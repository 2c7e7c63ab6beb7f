import { ActionIcon, Button, Input, TextInput } from '@mantine/core';
import { IconPlus, IconX } from '@tabler/icons-react';
import { useMemo } from 'react';
import type { NewAdRequest } from '#contract/api/ad-requests.ts';
import { countries } from '#web/lib/countries.ts';
import { ChoiceInput } from '#web/ui/form/ChoiceInput.tsx';
import { segmentsOf } from '../shared/target-path.ts';
import classes from './Form.module.css';

type Place = NewAdRequest['locations'][number];
type PlacesFieldProps = {
  value: readonly Place[];
  onChange: (places: Place[]) => void;
  /** What is wrong with each place. */
  errors: readonly (string | undefined)[] | undefined;
};

const maxPlaces = 100;

/** `GR//Athens` is the city in whatever state. */
const placeOf = ({ country, region, city }: Record<'country' | 'region' | 'city', string>): Place => {
  const within = city === '' ? [region].filter((name) => name !== '') : [region, city];
  return { type: 'location', path: [country, ...within].map(encodeURIComponent).join('/') };
};

/** Countries, states and cities where a campaign shall be heard; none for everywhere. */
export const PlacesField = ({ value, onChange, errors }: PlacesFieldProps) => {
  const countryOptions = useMemo(countries, []);
  return (
    <Input.Wrapper label="Places" labelElement="div" description={value.length === 0 ? 'Everywhere' : undefined}>
      {value.map((place, i) => {
        const [country = '', region = '', city = ''] = segmentsOf(place.path);
        const set = (change: { country?: string; region?: string; city?: string }): void =>
          onChange(value.with(i, placeOf({ country, region, city, ...change })));
        const number = value.length === 1 ? '' : ` ${String(i + 1)}`;
        return (
          // oxlint-disable-next-line react/no-array-index-key -- a place is identified by its position, since it changes
          <div key={i} className={classes.hours} style={{ marginTop: 8 }}>
            <ChoiceInput
              label={`Country${number}`}
              data={countryOptions}
              value={country || null}
              onChange={(chosen) => set({ country: chosen ?? '' })}
              error={errors?.[i]}
              searchable
            />
            <TextInput
              label={`State${number}`}
              placeholder="All"
              value={region}
              maxLength={100}
              onChange={({ currentTarget }) => set({ region: currentTarget.value })}
            />
            <TextInput
              label={`City${number}`}
              placeholder="All"
              value={city}
              maxLength={100}
              onChange={({ currentTarget }) => set({ city: currentTarget.value })}
            />
            <ActionIcon
              variant="subtle"
              color="gray"
              size={36}
              aria-label={`Remove place${number}`}
              onClick={() => onChange(value.toSpliced(i, 1))}
            >
              <IconX size={16} aria-hidden />
            </ActionIcon>
          </div>
        );
      })}
      <Button
        size="xs"
        variant="default"
        mt="sm"
        display="block"
        leftSection={<IconPlus size={15} aria-hidden />}
        disabled={value.length >= maxPlaces}
        onClick={() => onChange([...value, placeOf({ country: '', region: '', city: '' })])}
      >
        Add place
      </Button>
    </Input.Wrapper>
  );
};
