import { Anchor } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { stationCategories } from '#contract/rules/limits.ts';
import type { Station } from '#contract/api/stations.ts';
import { useMay } from '#web/features/session/queries.ts';
import { countryName } from '#web/lib/countries.ts';
import { Surface } from '#web/ui/Surface.tsx';
import { stationTypeLabel } from './shared/station-type.ts';
import classes from './StationFacts.module.css';

/** Facts about a station: its type, a relay's master (spec §2), category, country, time zone and contacts. */
export const StationFacts = ({ station }: { station: Station }) => {
  const { master, phone, website, category, country, default_timezone } = station;
  return (
    <Surface title="About">
      <dl className={classes.root}>
        <Fact label="Type">{stationTypeLabel(station)}</Fact>
        {master && (
          <Fact label="Master station">
            <Master station={station} master={master} />
          </Fact>
        )}
        <Fact label="Category">{stationCategories.find(({ id }) => id === category)?.name}</Fact>
        <Fact label="Country">{countryName(country)}</Fact>
        <Fact label="Time zone">{default_timezone}</Fact>
        <Fact label="Phone">
          {phone !== '' && (
            <Anchor inherit href={`tel:${phone.replace(/[^+\d]/g, '')}`}>
              <bdi>{phone}</bdi>
            </Anchor>
          )}
        </Fact>
        <Fact label="Website">
          {website !== '' && (
            <Anchor
              inherit
              href={/^https?:/i.test(website) ? website : `https://${website}`}
              target="_blank"
              rel="noreferrer"
            >
              <bdi>{website}</bdi>
            </Anchor>
          )}
        </Fact>
      </dl>
    </Surface>
  );
};

/** Renders nothing if the value is empty. */
const Fact = ({ label, children }: { label: string; children: ReactNode }) =>
  children ? (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  ) : null;

type MasterProps = { station: Station; master: NonNullable<Station['master']> };

/** Links to the master if the user may see it: it may belong to another account. */
const Master = ({ station: { account_key: accountKey }, master: { key, name, state } }: MasterProps) => {
  const seesMaster = useMay('station.read', { accountKey, stationKey: key });
  if (state === 'deleted') return name === '' ? 'Deleted' : `${name} (deleted)`;
  return seesMaster ? (
    <Anchor inherit renderRoot={(props) => <Link to="/stations/$stationKey" params={{ stationKey: key }} {...props} />}>
      {name}
    </Anchor>
  ) : (
    name
  );
};
