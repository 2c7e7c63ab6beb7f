import { Button, Skeleton, Text } from '@mantine/core';
import { useElementSize } from '@mantine/hooks';
import { IconArrowBackUp } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { Audience } from '#contract/api/audience.ts';
import { count } from '#web/lib/format.ts';
import { CountryMap } from './CountryMap.tsx';
import { shapesQuery } from './shared/map-shapes.ts';
import { WholeWorld } from './shared/WholeWorld.tsx';
import classes from './shared/WorldMap.module.css';

type WorldMapProps = {
  countries: Audience['countries'];
  /** The cities of the selected country. */
  cities: Audience['cities'];
  country: string | undefined;
  onCountry: (iso: string | undefined) => void;
};

const heightRatio = 0.5;
const [minHeight, maxHeight] = [210, 520];

/** The world map of listeners, or the map of one country with its cities; Escape goes back. */
export const WorldMap = ({ countries, cities, country, onCountry }: WorldMapProps) => {
  const { ref, width } = useElementSize<HTMLDivElement>();
  const { data: world, error } = useQuery(shapesQuery('coarse'));
  const { data: fine } = useQuery({ ...shapesQuery('fine'), enabled: country !== undefined });
  const [hoverText, setHoverText] = useState('');
  const backRef = useBackFocus(country);
  const size = { width: Math.max(280, width), height: Math.min(maxHeight, Math.max(minHeight, width * heightRatio)) };
  const current = countries.find(({ iso }) => iso === country);
  const leave = (): void => onCountry(undefined);
  return (
    <div
      className={classes.root}
      ref={ref}
      onKeyDown={({ key }) => key === 'Escape' && country !== undefined && leave()}
    >
      <div className={classes.bar}>
        <Text size="sm" c="dimmed" aria-live="off">
          <bdi>{hoverText || captionOf(countries, country, current)}</bdi>
        </Text>
        {country !== undefined && (
          <Button
            ref={backRef}
            size="xs"
            variant="default"
            leftSection={<IconArrowBackUp size={16} aria-hidden />}
            onClick={leave}
          >
            Whole world
          </Button>
        )}
      </div>
      {error && <Text c="dimmed">The map could not be loaded. The table shows all data.</Text>}
      {!world && !error && <Skeleton h={size.height} />}
      {world && country === undefined && (
        <WholeWorld shapes={world} countries={countries} size={size} onCountry={onCountry} onPoint={setHoverText} />
      )}
      {world && country !== undefined && (
        <CountryMap
          iso={country}
          name={current?.name ?? country}
          shapes={fine ?? world}
          cities={cities}
          size={size}
          onPoint={setHoverText}
        />
      )}
    </div>
  );
};

const captionOf = (
  countries: Audience['countries'],
  country: string | undefined,
  current: Audience['countries'][number] | undefined,
): string => {
  if (country !== undefined)
    return current ? `${current.name}: ${count(current.listeners, 'listener')}` : 'No listeners there now';
  const countryCount = countries.filter(({ iso }) => iso !== '').length;
  if (countryCount === 0) return 'No listeners on the map';
  return `${countryCount === 1 ? '1 country' : `${countryCount} countries`}. Select one to see its cities.`;
};

/** Moves the focus to the back button when a country opens. */
const useBackFocus = (country: string | undefined) => {
  const backRef = useRef<HTMLButtonElement>(null);
  const previousCountry = useRef(country);
  useEffect(() => {
    if (previousCountry.current !== country && country !== undefined) backRef.current?.focus({ preventScroll: true });
    previousCountry.current = country;
  }, [country]);
  return backRef;
};
