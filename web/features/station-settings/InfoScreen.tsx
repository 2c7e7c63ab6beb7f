import { useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { FormProvider } from 'react-hook-form';
import type { StationTag } from '#contract/station-lists.ts';
import { ChangedStation } from '#contract/station.ts';
import type { Station } from '#contract/stations.ts';
import { isPortalAdmin, meQuery, useMay } from '#web/features/session/queries.ts';
import { announceSuccess } from '#web/lib/announce.tsx';
import { stationQuery } from '#web/parts/station-queries.ts';
import { useUpdateStation } from '#web/parts/station-settings-queries.ts';
import { usePageTitle } from '#web/ui/PageHeader.tsx';
import { ContractForm, useContractForm } from '#web/ui/form/ContractForm.tsx';
import { PortalFields } from './PortalFields.tsx';
import { PrettyUrlForm } from './PrettyUrlForm.tsx';
import { ContactFields, GeneralFields, OrganizationFields, VisibilityFields } from './StationFields.tsx';
import { StationPictures } from './StationPictures.tsx';
import { useMayChange } from './StationSettingsFrame.tsx';
import classes from './StationSettings.module.css';

const route = getRouteApi('/shell/accounts/$accountKey/stations/$stationKey');

/** `…/settings/info`: what the station says of itself, its pictures and its address. */
export const InfoScreen = () => {
  const { stationKey } = route.useParams();
  const { data: station } = useSuspenseQuery(stationQuery(stationKey));
  const { data: me } = useSuspenseQuery(meQuery);
  const mayChange = useMayChange();
  usePageTitle(`${station.name}: Station info`);
  return (
    <div className={classes.narrow} key={station.key}>
      <StationPictures station={station} disabled={!mayChange} />
      <PrettyUrlForm station={station} readOnly={!mayChange} />
      <InfoForm station={station} isPortals={isPortalAdmin(me)} readOnly={!mayChange} />
    </div>
  );
};

const own = [
  'name',
  'description',
  'about',
  'category',
  'country',
  'default_timezone',
  'website',
  'phone',
  'organization_type',
  'organization_size',
  'public',
  'searchable',
  'show_tracks_playing',
] as const satisfies (keyof ChangedStation & keyof Station)[];
const portals = [
  'exclusive',
  'featured',
  'zosa',
  'environment',
  'activation_status',
  'station_service_type',
] as const satisfies (keyof ChangedStation & keyof Station)[];

/** Those of the server's settings. */
const portalSettings = ({ radio_server_settings: settings }: Station): ChangedStation => ({
  radio_server_settings: {
    project_type: settings.project_type,
    fingerprint_category: settings.fingerprint_category,
    call_in_allowed: settings.call_in_allowed,
    studio_allowed: settings.studio_allowed,
  },
});

/** The fields of a station that somebody may change, as they are. */
const valuesOf = (station: Station, isPortals: boolean): ChangedStation => ({
  ...Object.fromEntries([...own, ...(isPortals ? portals : [])].map((name) => [name, station[name]])),
  ...(isPortals && portalSettings(station)),
  tags: station.tags as StationTag[],
});

type InfoFormProps = { station: Station; isPortals: boolean; readOnly: boolean };

const InfoForm = ({ station, isPortals, readOnly }: InfoFormProps) => {
  const update = useUpdateStation(station.key);
  const form = useContractForm(ChangedStation, valuesOf(station, isPortals));
  const at = { accountKey: station.account_key, stationKey: station.key };
  const mayChooseDefault = useMay('station.decideForAccount', at);
  return (
    <FormProvider {...form}>
      <ContractForm
        form={form}
        submit="Save"
        readOnly={readOnly}
        onSubmit={async (body) => {
          form.reset(valuesOf(await update.mutateAsync(body), isPortals));
          announceSuccess('The station was saved.');
        }}
      >
        <GeneralFields />
        <ContactFields />
        <OrganizationFields />
        <VisibilityFields mayChooseDefault={mayChooseDefault} />
        {isPortals && <PortalFields />}
      </ContractForm>
    </FormProvider>
  );
};
