import { Anchor, Skeleton } from '@mantine/core';
import { lazy, Suspense } from 'react';
import { loadChunk } from '#web/lib/chunks.ts';
import { Surface } from '#web/ui/Surface.tsx';
import type { Live } from './use-live.ts';
import classes from './LiveLocations.module.css';

const WorldMap = lazy(() => loadChunk(() => import('./WorldMap.tsx')).then((part) => ({ default: part.WorldMap })));
const LiveCountries = lazy(() =>
  loadChunk(() => import('./LiveLocationTables.tsx')).then((part) => ({ default: part.LiveCountries })),
);
const LiveCities = lazy(() =>
  loadChunk(() => import('./LiveLocationTables.tsx')).then((part) => ({ default: part.LiveCities })),
);

type LiveWhereProps = {
  now: NonNullable<Live['now']>;
  outputs: boolean;
  country: string | undefined;
  onCountry: (iso: string | undefined) => void;
};

/** The listeners' locations as a map and a table. */
export const LiveLocations = ({ now, outputs, country, onCountry }: LiveWhereProps) => {
  const name = now.countries.find(({ iso }) => iso === country)?.name ?? country;
  return (
    <div className={classes.root}>
      <Surface
        title={country === undefined ? 'Listener locations' : `Listeners in ${withArticle(name)}`}
        description={
          <>
            Based on IP addresses:{' '}
            <Anchor underline="always" href="https://db-ip.com/">
              IP Geolocation by DB-IP
            </Anchor>
          </>
        }
      >
        <Suspense fallback={<Skeleton h={300} />}>
          <WorldMap countries={now.countries} cities={now.cities} country={country} onCountry={onCountry} />
        </Suspense>
      </Surface>
      <Surface title={country === undefined ? 'Countries' : `Cities in ${withArticle(name)}`} flush>
        <Suspense fallback={<Skeleton h={300} />}>
          {country === undefined ? (
            <LiveCountries {...{ outputs, onCountry }} countries={now.countries} listeners={now.listeners} />
          ) : (
            <LiveCities cities={now.cities} outputs={outputs} />
          )}
        </Suspense>
      </Surface>
    </div>
  );
};

/** The country's name with its article: `the United States`, `Germany`. */
const withArticle = (name = ''): string =>
  /^(United |Netherlands|Philippines|Bahamas|Maldives|Gambia|Comoros|Seychelles)|(Republic|Islands|Territories)$/.test(
    name,
  )
    ? `the ${name}`
    : name;
