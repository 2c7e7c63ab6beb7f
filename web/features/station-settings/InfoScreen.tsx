import { useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { FormProvider } from 'react-hook-form';
import type { StationTag } from '#contract/api/station-lists.ts';
import { ChangedStation } from '#contract/api/station.ts';
import type { Station } from '#contract/api/stations.ts';
import { isPortalAdmin, meQuery, useMay } from '#web/features/session/queries.ts';
import { toastSuccess } from '#web/lib/toasts.tsx';
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

/** `…/settings/info`: the station's description, pictures and URL. */
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
      <InfoForm station={station} isAdmin={isPortalAdmin(me)} readOnly={!mayChange} />
    </div>
  );
};

const stationFields = [
  'name',
  'description',
  'about',
  'category',
  'country',
  'default_timezone',
  'language',
  'website',
  'phone',
  'organization_type',
  'organization_size',
  'public',
  'searchable',
  'show_tracks_playing',
] as const satisfies (keyof ChangedStation & keyof Station)[];
const portalFields = [
  'exclusive',
  'featured',
  'zosa',
  'environment',
  'activation_status',
  'station_service_type',
] as const satisfies (keyof ChangedStation & keyof Station)[];

/** The server settings that only portal administrators change. */
const portalSettings = ({ radio_server_settings: settings }: Station): ChangedStation => ({
  radio_server_settings: {
    project_type: settings.project_type,
    fingerprint_category: settings.fingerprint_category,
    call_in_allowed: settings.call_in_allowed,
    studio_allowed: settings.studio_allowed,
  },
});

/** The form's initial values: the fields that the user may change. */
const valuesOf = (station: Station, isAdmin: boolean): ChangedStation => ({
  ...Object.fromEntries([...stationFields, ...(isAdmin ? portalFields : [])].map((name) => [name, station[name]])),
  ...(isAdmin && portalSettings(station)),
  tags: station.tags as StationTag[],
});

type InfoFormProps = { station: Station; isAdmin: boolean; readOnly: boolean };

const InfoForm = ({ station, isAdmin, readOnly }: InfoFormProps) => {
  const update = useUpdateStation(station.key);
  const form = useContractForm(ChangedStation, valuesOf(station, isAdmin));
  const resources = { accountKey: station.account_key, stationKey: station.key };
  const mayChooseDefault = useMay('station.decideForAccount', resources);
  return (
    <FormProvider {...form}>
      <ContractForm
        form={form}
        readOnly={readOnly}
        onSubmit={async (body) => {
          form.reset(valuesOf(await update.mutateAsync(body), isAdmin));
          toastSuccess('Station saved.');
        }}
      >
        <GeneralFields />
        <ContactFields />
        <OrganizationFields />
        <VisibilityFields mayChooseDefault={mayChooseDefault} />
        {isAdmin && <PortalFields />}
      </ContractForm>
    </FormProvider>
  );
};
