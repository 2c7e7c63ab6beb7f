import { Button, Skeleton, Text } from '@mantine/core';
import { useElementSize } from '@mantine/hooks';
import { IconArrowBackUp } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { Audience } from '#contract/audience.ts';
import { count } from '#web/lib/format.ts';
import { CountryMap } from './CountryMap.tsx';
import { shapesQuery } from './map-shapes.ts';
import { WholeWorld } from './WholeWorld.tsx';
import classes from './WorldMap.module.css';

type WorldMapProps = {
  countries: Audience['countries'];
  /** Of the country that is looked at. */
  cities: Audience['cities'];
  country: string | undefined;
  onCountry: (iso: string | undefined) => void;
};

const share = 0.5;
const [least, most] = [210, 520];

/** The world with the countries that somebody listens from, or one of them with its cities; Escape leads back. */
export const WorldMap = ({ countries, cities, country, onCountry }: WorldMapProps) => {
  const { ref, width } = useElementSize<HTMLDivElement>();
  const { data: world, error } = useQuery(shapesQuery('coarse'));
  const { data: fine } = useQuery({ ...shapesQuery('fine'), enabled: country !== undefined });
  const [pointed, setPointed] = useState('');
  const back = useBackFocus(country);
  const size = { width: Math.max(280, width), height: Math.min(most, Math.max(least, width * share)) };
  const shown = countries.find(({ iso }) => iso === country);
  const leave = (): void => onCountry(undefined);
  return (
    <div
      className={classes.root}
      ref={ref}
      onKeyDown={({ key }) => key === 'Escape' && country !== undefined && leave()}
    >
      <div className={classes.bar}>
        <Text size="sm" c="dimmed" aria-live="off">
          <bdi>{pointed || captionOf(countries, country, shown)}</bdi>
        </Text>
        {country !== undefined && (
          <Button
            ref={back}
            size="xs"
            variant="default"
            leftSection={<IconArrowBackUp size={16} aria-hidden />}
            onClick={leave}
          >
            Whole world
          </Button>
        )}
      </div>
      {error && <Text c="dimmed">The map could not be loaded; the list has all of it.</Text>}
      {!world && !error && <Skeleton h={size.height} />}
      {world && country === undefined && (
        <WholeWorld shapes={world} countries={countries} size={size} onCountry={onCountry} onPoint={setPointed} />
      )}
      {world && country !== undefined && (
        <CountryMap
          iso={country}
          name={shown?.name ?? country}
          shapes={fine ?? world}
          cities={cities}
          size={size}
          onPoint={setPointed}
        />
      )}
    </div>
  );
};

const captionOf = (
  countries: Audience['countries'],
  country: string | undefined,
  shown: Audience['countries'][number] | undefined,
): string => {
  if (country !== undefined) return shown ? `${shown.name}: ${count(shown.listeners, 'listener')}` : 'Nobody there now';
  const known = countries.filter(({ iso }) => iso !== '').length;
  if (known === 0) return 'Nobody is placed on the map right now';
  return `${known === 1 ? '1 country' : `${known} countries`}; choose one to see its cities`;
};

/** Who went into a country by the keyboard finds the way back under their fingers. */
const useBackFocus = (country: string | undefined) => {
  const back = useRef<HTMLButtonElement>(null);
  const before = useRef(country);
  useEffect(() => {
    if (before.current !== country && country !== undefined) back.current?.focus({ preventScroll: true });
    before.current = country;
  }, [country]);
  return back;
};
